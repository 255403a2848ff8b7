package dev.slipstream.runtime.coherence;

import dev.slipstream.fixture.GarbageCollection;
import org.junit.jupiter.api.Test;

/** Tests when the buffers of collected arrays are freed. */
class CollectedArraysTest extends CoherentLoops {
  private void loopOverAThousandArrays() {
    for (int i = 0; i < 1000; i++) {
      loop(CoherentLoops::addOne, new int[100]);
    }
    device.finish();
  }

  @Test
  void arraysThatAreGoneAreForgotten() throws Exception {
    loopOverAThousandArrays();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          loop(CoherentLoops::addOne, new int[1]);
          device.finish();
          return device.buffers() < 500;
        });
  }

  @Test
  void collectedArraysAreForgottenWhenTheHostAccessesAnother() throws Exception {
    int[] other = new int[1];
    loop(CoherentLoops::addOne, other);
    loopOverAThousandArrays();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          coherence.reads(other);
          // The release of buffers is work of the device, too.
          device.finish();
          return device.buffers() < 500;
        });
  }

  @Test
  void collectedArraysAreForgottenWhenTheHostAccessesOnlyArraysThatNoLoopUses() throws Exception {
    int[] other = new int[1];
    loopOverAThousandArrays();
    GarbageCollection.until(
        "half of the buffers of a thousand arrays to be freed",
        () -> {
          for (int i = 0; i < 10_000; i++) {
            coherence.visits(other, 0, /* toWrite= */ false);
          }
          device.finish();
          return device.buffers() < 500;
        });
  }
}
