package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.fixture.Kernels;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HomeLoopsTest {
  private final Set<Object> used = Collections.newSetFromMap(new IdentityHashMap<>());
  private final HomeLoops home = new HomeLoops(used::contains);
  private final Launch atHome = Kernels.add(new double[9], new double[9], new double[9]);
  private final double[] result = new double[9];
  private final Launch away = Kernels.add(new double[9], new double[9], result);

  @BeforeEach
  void aLoopHasUsedOneArray() {
    used.add(result);
  }

  private void takeNone(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(home.take(away)).as("loop %d", i).isFalse();
    }
  }

  @Test
  void aLoopOverArraysThatNoSubmittedLoopHasUsedRunsDirectly() {
    assertThat(home.take(atHome)).isTrue();
  }

  @Test
  void aLoopThatWritesToAnArrayOfASubmittedLoopIsSubmitted() {
    takeNone(1);
  }

  @Test
  void afterManyLoopsInARowThatNodesDoNotShareTheNextOnesRunDirectly() {
    takeNone(HomeLoops.IN_A_ROW);
    assertThat(home.take(away)).isTrue();
    assertThat(home.take(away)).isTrue();
  }

  @Test
  void loopsThatRanDirectlySinceTheirArraysWereAtHomeAreNotCounted() {
    takeNone(HomeLoops.IN_A_ROW - 1);
    assertThat(home.take(atHome)).isTrue();
    takeNone(1);
    assertThat(home.take(away)).isTrue();
  }

  @Test
  void aLoopThatNodesShareBeginsTheCountAgain() {
    takeNone(HomeLoops.IN_A_ROW);
    home.shared();
    takeNone(HomeLoops.IN_A_ROW);
    assertThat(home.take(away)).isTrue();
  }
}
