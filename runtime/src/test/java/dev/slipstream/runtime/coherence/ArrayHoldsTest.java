package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrayHoldsTest {
  private final ArrayHolds holds = new ArrayHolds();

  @Test
  void anArrayIsHeldUntilAllWhoHoldItHaveLetItGo() {
    int[] array = new int[3];
    holds.hold(array);
    holds.hold(array);
    holds.release(array);
    assertThat(holds.isAnyHeld(new Object[] {null, new int[3], array})).isTrue();
    holds.release(array);
    assertThat(holds.isAnyHeld(new Object[] {null, new int[3], array})).isFalse();
  }

  @Test
  void thousandsMayBeHeldSimultaneously() {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      all.add(new byte[1]);
    }
    all.forEach(holds::hold);
    assertThat(all).allMatch(array -> holds.isAnyHeld(new Object[] {array}));
    all.forEach(holds::release);
    assertThat(all).noneMatch(array -> holds.isAnyHeld(new Object[] {array}));
  }

  @Test
  void allAreHeldUntilEachThreadThatHoldsThemHasLetThemGo() throws Exception {
    holds.holdAll();
    Thread other =
        new Thread(
            () -> {
              holds.holdAll();
              holds.holdAll();
              holds.releaseAll();
            });
    other.start();
    other.join();
    holds.releaseAll();
    assertThat(holds.areAllHeld()).isTrue();
  }

  @Test
  void nothingIsLeftOnDevicesOfArraysThatAreHeld() {
    HostArrays arrays = new HostArrays(length -> {}, Log.none());
    LazyStream stream = new LazyStream();
    arrays.connect(stream, List.of());
    int[] held = new int[HostArrays.LEAST_LENGTH];
    int[] free = new int[HostArrays.LEAST_LENGTH];
    arrays.hold(held);
    for (int[] array : List.of(held, free)) {
      arrays
          .coherence()
          .submit(
              List.of(new LoopArray(array, /* writes= */ true)),
              buffers -> {
                stream.loop(
                    List.of(buffers.apply(array)),
                    List.of(true),
                    arguments -> arguments.get(0)[5]++);
                return true;
              });
    }
    assertThat(held[5]).isEqualTo(1);
    assertThat(free[5]).isZero();
    held[5] = 7;
    arrays.release(held);
    arrays.holdAll();
    arrays
        .coherence()
        .submit(
            List.of(new LoopArray(free, /* writes= */ true)),
            buffers -> {
              stream.loop(
                  List.of(buffers.apply(free)), List.of(true), arguments -> arguments.get(0)[5]++);
              return true;
            });
    assertThat(free[5]).isEqualTo(2);
    arrays.releaseAll();
  }
}
