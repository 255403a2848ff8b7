package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommonDecisionsTest {
  private static final int WINDOW = 4;

  private final CommonDecisions first = new CommonDecisions(WINDOW);
  private final CommonDecisions other = new CommonDecisions(WINDOW);

  private static final LoopSize HEAT = new LoopSize("Heat.step:42", 20);

  private void allHaveExecutedOne() {
    WireWriter out = new WireWriter();
    first.write(out);
    other.read(new WireReader(out.written(), "decisions"));
  }

  /** The decisions that a rank applies to a loop after each of some marks. */
  private static List<Optional<Boolean>> submits(CommonDecisions rank, int from, int to) {
    List<Optional<Boolean>> said = new ArrayList<>();
    for (int mark = from; mark < to; mark++) {
      rank.submitted();
      said.add(rank.isShared(HEAT));
    }
    return said;
  }

  @Test
  void aDecisionHoldsFromTheSameMarkOnHoweverFarRanksAre() {
    List<Optional<Boolean>> saidFirst = new ArrayList<>(submits(first, 0, 2));
    List<Optional<Boolean>> saidOther = new ArrayList<>(submits(other, 0, 5));
    first.decide(HEAT, true);
    allHaveExecutedOne();
    saidFirst.addAll(submits(first, 2, 20));
    saidOther.addAll(submits(other, 5, 20));
    assertThat(saidOther).isEqualTo(saidFirst);
    assertThat(saidFirst.get(1 + WINDOW)).isEmpty();
    assertThat(saidFirst.get(19)).contains(true);
  }

  @Test
  void aLaterDecisionTakesThePlaceOfAnEarlierOne() {
    submits(first, 0, 1);
    submits(other, 0, 1);
    first.decide(HEAT, true);
    allHaveExecutedOne();
    submits(first, 1, 3);
    submits(other, 1, 3);
    first.decide(HEAT, false);
    allHaveExecutedOne();
    assertThat(submits(other, 3, 20)).isEqualTo(submits(first, 3, 20)).endsWith(Optional.of(false));
  }

  @Test
  void nothingIsDecidedOfOtherLoopsAndSizes() {
    submits(first, 0, 1);
    first.decide(HEAT, true);
    allHaveExecutedOne();
    submits(first, 1, 20);
    assertThat(first.isShared(new LoopSize("Heat.step:42", 21))).isEmpty();
    assertThat(first.isShared(new LoopSize("Heat.fill:7", 20))).isEmpty();
  }
}
