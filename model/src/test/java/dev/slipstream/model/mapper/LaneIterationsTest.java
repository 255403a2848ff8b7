package dev.slipstream.model.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneIterationsTest {
  @ParameterizedTest
  @CsvSource({
    "23, 1, 1, 1",
    "23, 1, 1, 3",
    "5, 7, 1, 2",
    "5, 7, 1, 40",
    "3, 4, 5, 1",
    "3, 4, 5, 7"
  })
  void anyLanesRunTheIterationsWithTheNumbersThatAreTheirs(int a, int b, int c, int steps) {
    int loops = c > 1 ? 3 : b > 1 ? 2 : 1;
    LaneIterations lanes = new LaneIterations(new Box(0, a, 0, b, 0, c), loops, steps, Set.of());
    int all = (a * b * c + steps - 1) / steps;
    for (int first = 0; first < all; first++) {
      for (int last = first + 1; last <= all + 2; last++) {
        Set<Long> numbers = new HashSet<>();
        long area = 0;
        for (Box box : lanes.of(first, last)) {
          area += box.area();
          for (long i = box.min(0); i < box.max(0); i++) {
            for (long j = box.min(1); j < box.max(1); j++) {
              for (long k = box.min(2); k < box.max(2); k++) {
                numbers.add((i * b + j) * c + k);
              }
            }
          }
        }
        long end = Math.min((long) last * steps, a * b * c);
        assertThat(area).isEqualTo(end - (long) first * steps).isEqualTo(numbers.size());
        assertThat(numbers).allMatch(n -> n < end).contains((long) first * steps, end - 1);
      }
    }
  }

  @Test
  void aFewBoxesAreEnough() {
    LaneIterations lanes = new LaneIterations(Box.of(0, 9, 0, 10), 2, 7, Set.of());
    assertThat(lanes.of(1, 9))
        .isEqualTo(List.of(Box.of(0, 1, 7, 10), Box.of(1, 6, 0, 10), Box.of(6, 7, 0, 3)));
  }

  @Test
  void lanesBehindTheLastIterationHaveNothingToDo() {
    LaneIterations lanes = new LaneIterations(Box.of(0, 9), 1, 2, Set.of());
    assertThat(lanes.of(5, 32)).isEmpty();
  }
}
