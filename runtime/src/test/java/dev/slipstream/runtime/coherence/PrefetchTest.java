package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import org.junit.jupiter.api.Test;

/** Tests which arrays are copied to the host before it reads them. */
class PrefetchTest extends CoherentLoops {
  /** Adds one to both. */
  private void loopOverBoth(int[] a, int[] b) {
    loop(CoherentLoops::addOne, a);
    loop(CoherentLoops::addOne, b);
  }

  @Test
  void arraysThatTheHostReadTogetherBeforeAreRequestedTogether() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    int[] c = {9, 10, 11, 12};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      loop(CoherentLoops::addOne, c);
      coherence.reads(a);
      device.finish();
      assertThat(device.downloads()).isEqualTo(round == 1 ? 1 : 3 * round);
      coherence.reads(b);
      coherence.reads(c);
      assertThat(b).containsExactly(5 + round, 6 + round, 7 + round, 8 + round);
      assertThat(c).containsExactly(9 + round, 10 + round, 11 + round, 12 + round);
      assertThat(device.downloads()).isEqualTo(3 * round);
    }
  }

  @Test
  void elementsThatTheHostNoLongerReadsAreRequestedOnce() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    for (int round = 2; round <= 5; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      device.finish();
      assertThat(device.downloads()).isEqualTo(2 + round);
    }
    coherence.reads(b);
    assertThat(b).containsExactly(10, 11, 12, 13);
  }

  @Test
  void arraysAreAskedForWithAnotherOnlyIfNoLoopWasSubmittedBetweenTheLooks() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      loop(CoherentLoops::addOne, a);
      coherence.reads(b);
    }
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(7);
  }

  @Test
  void arraysThatAnotherThreadReadsNextAreNotAskedFor() throws InterruptedException {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    for (int round = 1; round <= 3; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      Thread other = new Thread(() -> coherence.reads(b));
      other.start();
      other.join();
    }
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(7);
  }

  @Test
  void loopsOfOtherThreadsBetweenTwoReadsChangeNothing() throws InterruptedException {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    int[] c = {9, 10, 11, 12};
    loopOverBoth(a, b);
    coherence.reads(a);
    Thread other = new Thread(() -> loop(CoherentLoops::addOne, c));
    other.start();
    other.join();
    coherence.reads(b);
    loopOverBoth(a, b);
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(4);
  }

  @Test
  void whatWasAskedForBeforeItsTimeIsFoundAlsoIfTheHostWritesThere() {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.writes(b);
    b[0] = 50;
    coherence.writes(b);
    loop(CoherentLoops::addOne, b);
    coherence.reads(b);
    assertThat(b).containsExactly(51, 9, 10, 11);
  }

  @Test
  void singleElementsThatTheHostReadsDoNotCopyTheWholeArray() {
    int[] a = {1, 2, 3, 4};
    int[] b = new int[1000];
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    long before = device.elementsHome();
    for (int round = 0; round < 10; round++) {
      loopOverBoth(a, b);
      coherence.reads(a);
      coherence.visits(b, 5, /* toWrite= */ false);
    }
    assertThat(device.elementsHome() - before).isLessThanOrEqualTo(1000 + 10 * 5);
  }

  @Test
  void arraysThatAreGoneAreNotAskedForWithOthers() throws Exception {
    int[] a = {1, 2, 3, 4};
    int[] b = {5, 6, 7, 8};
    loopOverBoth(a, b);
    coherence.reads(a);
    coherence.reads(b);
    loopOverBoth(a, b);
    b = null;
    GarbageCollection.until(
        "the buffer of the collected array to be freed",
        () -> {
          loop(CoherentLoops::addOne, a);
          device.finish();
          return device.buffers() == 1;
        });
    int before = device.downloads();
    coherence.reads(a);
    device.finish();
    assertThat(device.downloads()).isEqualTo(before + 1);
  }
}
