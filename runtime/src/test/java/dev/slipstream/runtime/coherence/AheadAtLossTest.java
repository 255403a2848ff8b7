package dev.slipstream.runtime.coherence;

import static dev.slipstream.runtime.coherence.FailingDevice.LENGTH;
import static dev.slipstream.runtime.coherence.FailingDevice.filled;
import static dev.slipstream.runtime.coherence.FailingDevice.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.coherence.FailingDevice.Step;
import org.junit.jupiter.api.Test;

/** Tests arrays that are being prefetched when a device fails. */
class AheadAtLossTest {
  private final FailingDevice loops = new FailingDevice();
  private final LazyStream device = loops.device;
  private final Coherence coherence = loops.coherence;

  /** Reads two arrays in sequence on the host, so that both are copied together the next time. */
  private void readBoth(int[] from, int[] a, int[] b) {
    loops.loop(whole(from, a));
    loops.loop(whole(from, b));
    coherence.reads(a);
    coherence.reads(b);
  }

  @Test
  void elementsThatArrivedBeforeTheyWereReadSurviveAFailure() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    readBoth(from, a, b);
    loops.loop(whole(from, a));
    loops.loop(new Step(from, b, 0, LENGTH, 1));
    coherence.reads(a);
    device.finish();
    loops.loop(whole(from, a));
    device.failAt(8);

    coherence.reads(a);
    coherence.reads(b);

    assertThat(a).containsOnly(4);
    assertThat(b).containsOnly(8);
  }

  @Test
  void elementsThatWereLostOnTheirWayAreComputedAgainFromOthers() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    readBoth(from, a, b);
    loops.loop(whole(from, a));
    loops.loop(whole(from, b));
    device.failAt(7);
    coherence.reads(a);

    coherence.reads(b);

    assertThat(b).containsOnly(4);
  }

  @Test
  void whatWasRequestedLongAgoCountsAsSeenOnceItIsRead() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    int[] x = filled(0);
    readBoth(from, a, b);
    loops.loop(whole(from, a));
    loops.loop(whole(from, b));
    coherence.reads(a);
    for (int l = 0; l < 2 * LoopLog.MOST_ENTRIES; l++) {
      loops.loop(new Step(from, x, 0, LENGTH, 1));
    }
    coherence.reads(b);
    assertThat(b).containsOnly(4);
    device.finish();
    loops.loop(new Step(from, b, 0, LENGTH, 1));
    device.failAt(6 + 2 + 1 + 1 + 2 * LoopLog.MOST_ENTRIES - 2);
    coherence.reads(from);
    assertThatThrownBy(() -> coherence.reads(x)).isInstanceOf(SlipstreamException.class);
    coherence.reads(b);
    assertThat(b).containsOnly(8);
  }

  @Test
  void whatIsChangedInPlaceIsNotAskedForAheadSoThatItCanBeComputedAgain() {
    int[] from = filled(1);
    int[] a = filled(0);
    int[] b = filled(0);
    readBoth(from, a, b);
    loops.loop(whole(from, a));
    loops.loop(new Step(from, b, 0, LENGTH, 1));
    device.failAt(4);
    coherence.reads(a);
    assertThat(a).containsOnly(4);
    coherence.reads(b);
    assertThat(b).containsOnly(8);
  }
}
