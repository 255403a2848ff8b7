package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.tornado.resident.PlacedCopies.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of an array that are copied to the device, each after the one that follows it. */
class PlacedCopiesTest {
  private static final int LARGE = 400;
  private static final int SMALL = 100;

  @Test
  void aSmallPartAtTheEndComesFirstThenLargeOnesAndAllMeet() {
    assertThat(PlacedCopies.parts(LARGE, SMALL, 0, 900))
        .containsExactly(new Part(800, false), new Part(400, true), new Part(0, true));
  }

  @Test
  void whatIsLeftBeforeTheLargePartsComesInSmallOnesOrInALargeOneThatOverlaps() {
    assertThat(PlacedCopies.parts(LARGE, SMALL, 0, 650))
        .containsExactly(
            new Part(550, false), new Part(150, true), new Part(50, false), new Part(0, false));
    assertThat(PlacedCopies.parts(LARGE, SMALL, 0, 800))
        .containsExactly(new Part(700, false), new Part(300, true), new Part(0, true));
    assertThat(PlacedCopies.parts(LARGE, SMALL, 0, 250))
        .containsExactly(new Part(150, false), new Part(50, false), new Part(0, false));
  }

  @Test
  void eachElementOfAWholeArrayIsInAPartAndNoPartLiesOutside() {
    for (int to = SMALL; to < 4 * LARGE; to++) {
      int covered = to;
      for (Part part : PlacedCopies.parts(LARGE, SMALL, 0, to)) {
        int end = part.first() + (part.large() ? LARGE : SMALL);
        assertThat(part.first()).isNotNegative().isLessThan(covered);
        assertThat(end).isBetween(covered, to);
        covered = part.first();
      }
      assertThat(covered).isZero();
    }
  }

  @Test
  void whatLiesBeforeARangeIsNotOverwrittenByAHeader() {
    for (int to = 50; to < 4 * LARGE; to++) {
      for (Part part : PlacedCopies.parts(LARGE, SMALL, 50, to)) {
        assertThat(part.first()).isGreaterThanOrEqualTo(50 + 64);
      }
    }
    assertThat(PlacedCopies.parts(LARGE, SMALL, 50, 50 + 64 + SMALL))
        .containsExactly(new Part(50 + 64, false));
  }

  @Test
  void fewElementsAreLeftToOthers() {
    assertThat(PlacedCopies.parts(LARGE, SMALL, 0, 99)).isEmpty();
  }

  @Test
  void partsFromTheDeviceBecomeSmallerTowardsTheEnd() {
    List<Integer> counts = new ArrayList<>();
    for (int left = 1000; left > 0; left -= counts.get(counts.size() - 1)) {
      counts.add(PlacedCopies.loaded(left, 50, 200));
    }
    assertThat(counts).containsExactly(200, 200, 200, 200, 100, 50, 50);
  }
}
