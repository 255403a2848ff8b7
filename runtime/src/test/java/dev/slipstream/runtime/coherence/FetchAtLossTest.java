package dev.slipstream.runtime.coherence;

import static dev.slipstream.runtime.coherence.FailingDevice.LENGTH;
import static dev.slipstream.runtime.coherence.FailingDevice.filled;
import static dev.slipstream.runtime.coherence.FailingDevice.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.coherence.FailingDevice.Step;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what is fetched from a device that fails and still responds. */
class FetchAtLossTest {
  private final FailingDevice loops = new FailingDevice();
  private final LazyStream device = loops.device;
  private final Coherence coherence = loops.coherence;
  private final List<String> again = loops.again;

  /**
   * Leaves {@code b} on the device alone, as {@code 16}; the arrays that it was computed from are
   * not available any more.
   */
  private int[] onlyOnDevice() {
    int[] a = filled(1);
    int[] b = filled(4);
    loops.loop(new Step(a, b, 0, LENGTH, 3));
    coherence.writes(a);
    Arrays.fill(a, 7);
    coherence.writes(a);
    return b;
  }

  @Test
  void whatOnlyADeviceHoldsIsFetchedWhenItFailsAndStillAnswers() {
    device.answers();
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsOnly(16);
    assertThat(device.isLeft()).isFalse();
  }

  @Test
  void theLoopsThatADeviceHasNotRunGoOnFromWhatWasFetched() {
    device.answers();
    int[] b = onlyOnDevice();
    int[] c = filled(0);
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    loops.loop(new Step(filled(2), b, 0, LENGTH, 2));
    loops.loop(whole(b, c));

    coherence.reads(c);

    assertThat(c).containsOnly(3 * 39 + 1);
    coherence.reads(b);
    assertThat(b).containsOnly(39);
    assertThat(again).hasSize(3);
  }

  @Test
  void whatTheHostHasWrittenSinceIsNotFetched() {
    device.answers();
    int[] b = onlyOnDevice();
    coherence.visits(b, 2, true);
    b[2] = 5;
    coherence.visits(b, 2, true);
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsExactly(16, 16, 5, 16, 16, 16);
  }

  @Test
  void whatWasLeftByAKernelThatMayHaveRunIsNotFetched() {
    device.answers();
    int[] b = filled(4);
    for (int l = 0; l < 2 * LoopLog.MOST_ENTRIES; l++) {
      loops.loop(new Step(filled(2), b, 0, LENGTH, 1));
    }
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(new Step(filled(2), b, 0, LENGTH, 2));

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  @Test
  void whatAKernelMayHaveChangedIsComputedAgainFromWhatLoopsHaveFoundOnTheDevice() {
    device.answers();
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(new Step(filled(2), b, 0, LENGTH, 2));

    coherence.reads(b);

    assertThat(b).containsOnly(39);
    assertThat(again).hasSize(2);
  }

  @Test
  void aDeviceThatDoesNotAnswerLeavesTheArraysAsTheyAre() {
    int[] b = onlyOnDevice();
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    device.finish();

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThat(b).containsOnly(4);
  }

  @Test
  void nothingIsFetchedThatTheHostCanComputeAgain() {
    device.answers();
    int[] a = filled(1);
    int[] b = filled(4);
    loops.loop(new Step(a, b, 0, LENGTH, 3));
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);

    assertThat(b).containsOnly(16);
    assertThat(again).hasSize(2);
  }

  @Test
  void anArrayWhoseLoopIsForgottenIsFetchedAsOneOfAnother() {
    device.answers();
    int[] a = filled(1);
    int[] b = filled(4);
    int[] x = filled(0);
    loops.loop(new Step(a, b, 0, LENGTH, 3));
    for (int l = 0; l < 2 * LoopLog.MOST_ENTRIES; l++) {
      loops.loop(new Step(a, x, 0, LENGTH, 1));
    }
    device.finish();
    device.failAt(device.lastTask());
    loops.loop(whole(filled(1), filled(1)));
    device.finish();

    coherence.reads(b);
    coherence.reads(x);

    assertThat(b).containsOnly(16);
    assertThat(x).containsOnly(8 * LoopLog.MOST_ENTRIES);
  }
}
