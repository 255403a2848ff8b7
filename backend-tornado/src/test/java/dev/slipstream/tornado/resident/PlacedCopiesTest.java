package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.tornado.resident.PlacedCopies.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of an array that are copied at the same time. */
class PlacedCopiesTest {
  private static final int COUNT = 100;
  private static final int HEADER = 4;

  @Test
  void partsToTheDeviceAreAllAsLargeSoThatTheLastOneOverlaps() {
    assertThat(PlacedCopies.stored(COUNT, HEADER, 0, 250))
        .containsExactly(new Part(0, COUNT), new Part(100, COUNT), new Part(150, COUNT));
    assertThat(PlacedCopies.stored(COUNT, HEADER, 0, 200))
        .containsExactly(new Part(0, COUNT), new Part(100, COUNT));
  }

  @Test
  void theFirstElementsOfARangeComeWithTheHeaderOfItsFirstPart() {
    assertThat(PlacedCopies.stored(COUNT, HEADER, 50, 250))
        .containsExactly(new Part(54, COUNT), new Part(150, COUNT));
  }

  @Test
  void fewElementsAreLeftToOthers() {
    assertThat(PlacedCopies.stored(COUNT, HEADER, 0, 99)).isEmpty();
    assertThat(PlacedCopies.stored(COUNT, HEADER, 50, 153)).isEmpty();
    assertThat(PlacedCopies.stored(COUNT, HEADER, 50, 154)).hasSize(1);
  }

  @Test
  void eachElementIsInAPartAndNothingOutsideIsTouched() {
    for (int from : List.of(0, 1, 50)) {
      for (int to = from + COUNT + HEADER; to < 4 * COUNT; to++) {
        int covered = from;
        for (Part part : PlacedCopies.stored(COUNT, HEADER, from, to)) {
          int begin = Math.max(0, part.first() - HEADER);
          assertThat(begin).isGreaterThanOrEqualTo(from).isLessThanOrEqualTo(covered);
          assertThat(part.first() + part.count()).isBetween(covered, to);
          covered = part.first() + part.count();
        }
        assertThat(covered).isEqualTo(to);
      }
    }
  }

  @Test
  void piecesOfAPartMeet() {
    Part part = new Part(50, COUNT);
    assertThat(List.of(part.at(0, 3), part.at(1, 3), part.at(2, 3), part.at(3, 3)))
        .containsExactly(50, 83, 116, 150);
  }

  @Test
  void partsFromTheDeviceMeet() {
    assertThat(PlacedCopies.loaded(COUNT, 50, 260))
        .containsExactly(new Part(50, COUNT), new Part(150, COUNT), new Part(250, 10));
  }
}
