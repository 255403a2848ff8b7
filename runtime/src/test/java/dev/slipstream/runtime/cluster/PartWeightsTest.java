package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PartWeightsTest {
  private static final double MILLISECOND = 1e6;
  private static final int NODES = 3;

  private final PartWeights weights = new PartWeights(NODES);
  private final double[] computed = new double[NODES];
  private long mark;

  /** Between marks each node computes its share; the times are those of the whole loop on it. */
  private void run(int marks, double... milliseconds) {
    for (int k = 0; k < marks; k++) {
      mark += 4;
      weights.submitted(mark);
      double[] parts = weights.parts();
      for (int rank = NODES - 1; rank >= 0; rank--) {
        computed[rank] += milliseconds[rank] * parts[rank] * MILLISECOND;
        weights.reached(rank, mark, (long) computed[rank]);
      }
    }
  }

  @Test
  void partsAreEqualWhileNothingIsKnown() {
    assertThat(weights.parts()).containsOnly(1.0 / NODES);
  }

  @Test
  void aSlowNodeGetsLessUntilAllTakeAsLong() {
    run(100, 30, 60, 30);
    assertThat(weights.parts()[0]).isCloseTo(0.4, within(0.01));
    assertThat(weights.parts()[1]).isCloseTo(0.2, within(0.01));
    assertThat(Arrays.stream(weights.parts()).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void smallDifferencesChangeNothing() {
    run(10_000, 30, 36, 30);
    assertThat(weights.parts()).containsOnly(1.0 / NODES);
  }

  @Test
  void aNodeThatIsSlowForAMomentChangesNothing() {
    for (int k = 0; k < 100; k++) {
      run(14, 30, 60, 30);
      run(40, 30, 30, 30);
    }
    run(40, 30, 30, 30);
    assertThat(weights.parts()[1]).isCloseTo(1.0 / NODES, within(1e-9));
  }

  @Test
  void changesBecomeRare() {
    int changes = 0;
    double[] before = weights.parts();
    for (int k = 0; k < 5000; k++) {
      // The node with the smaller part is the fast one now.
      run(1, before[0] < before[1] ? 30 : 60, before[0] < before[1] ? 60 : 30, 40);
      changes += Arrays.equals(before, weights.parts()) ? 0 : 1;
      before = weights.parts();
    }
    assertThat(changes).isBetween(2, 8);
  }

  @Test
  void whatWasDividedByOtherPartsDoesNotCount() {
    run(100, 30, 60, 30);
    double[] known = weights.parts();
    // Marks that were submitted before the change arrive late.
    for (int rank = 0; rank < NODES; rank++) {
      weights.reached(rank, 1, 0);
    }
    run(10_000, 30, 60, 30);
    assertThat(weights.parts()).isEqualTo(known);
  }

  @Test
  void aNodeThatHadNoPartSaysNothing() {
    run(1000, 30, 40, 0);
    assertThat(weights.parts()).containsOnly(1.0 / NODES);
  }

  @Test
  void everyRankGetsAPart() {
    run(100, 1, 500, 1);
    assertThat(weights.parts()[1]).isGreaterThan(0.01);
  }
}
