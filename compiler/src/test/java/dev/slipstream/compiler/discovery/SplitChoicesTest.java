package dev.slipstream.compiler.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitChoicesTest {
  private static final LoopName HEAT = new LoopName("demo.Heat", "step", 12, 0);
  private static final LoopName OTHER = new LoopName("demo.Other", "run", 7, 0);

  private final List<String> problems = new ArrayList<>();

  private SplitChoices parse(String text) {
    return SplitChoices.parse(text, problems::add);
  }

  @Test
  void theFirstEntryThatFitsALoopCounts() {
    SplitChoices choices = parse("demo.Heat#step:12 = 2d, *=none, demo.Other#run:7=1d");
    assertThat(choices.of(HEAT)).contains(SplitHint.Way.TILES);
    assertThat(choices.of(OTHER)).contains(SplitHint.Way.WHOLE);
    assertThat(problems).isEmpty();
  }

  @Test
  void aWayAloneStandsForAllLoops() {
    assertThat(parse("1D").of(OTHER)).contains(SplitHint.Way.ROWS);
  }

  @Test
  void nothingIsSaidOfLoopsThatNoEntryFits() {
    assertThat(parse("demo.Heat#step:12=2d").of(OTHER)).isEmpty();
    assertThat(SplitChoices.none().of(HEAT)).isEmpty();
  }

  @Test
  void anEntryThatCannotBeUnderstoodIsIgnoredWithAMessageAndTheOthersCount() {
    SplitChoices choices = parse("demo.Heat#step:12=3d,what is this=1d,,none");
    assertThat(choices.of(HEAT)).contains(SplitHint.Way.WHOLE);
    assertThat(problems).hasSize(2);
    assertThat(problems.get(0)).contains("'demo.Heat#step:12=3d' is ignored", "'3d'", "loop=2d");
    assertThat(problems.get(1)).contains("'what is this=1d' is ignored", "or * for all");
  }
}
