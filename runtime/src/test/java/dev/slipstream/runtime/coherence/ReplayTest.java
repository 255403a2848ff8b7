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
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what the host recomputes when a device fails, and what is lost. */
class ReplayTest {
  private final FailingDevice loops = new FailingDevice();
  private final LazyStream device = loops.device;
  private final Coherence coherence = loops.coherence;
  private final List<String> again = loops.again;

  @Test
  void loopsWhoseResultsAreLostRunAgainOnTheHostWhenItLooks() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loops.loop(whole(a, b));
    loops.loop(whole(b, c));
    device.failAt(1);

    coherence.reads(c);

    assertThat(c).containsOnly(13);
    assertThat(again).hasSize(2).allMatch(reason -> reason.contains("the device was lost"));
    coherence.reads(b);
    assertThat(b).containsOnly(4);
  }

  @Test
  void nothingIsComputedFromAnArrayOnWhichALaterLoopMayHaveWorkedItself() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loops.loop(whole(a, b));
    loops.loop(whole(filled(2), c));
    coherence.submit(
        List.of(new LoopArray(a, true)),
        nanos -> {},
        Optional.empty(),
        buffers -> true,
        buffers -> {
          device.loop(List.of(buffers.apply(a)), List.of(true), arrays -> {});
          a[3] = 99;
          return "submitted";
        });
    device.failAt(0);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThatThrownBy(() -> coherence.reads(a)).isInstanceOf(SlipstreamException.class);
    coherence.reads(c);
    assertThat(c).containsOnly(7);
  }

  @Test
  void whatTheHostHasSeenIsNotComputedAgain() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loops.loop(whole(a, b));
    coherence.reads(b);
    loops.loop(whole(b, c));
    device.failAt(2);

    coherence.reads(c);

    assertThat(c).containsOnly(13);
    assertThat(again).hasSize(1);
  }

  @Test
  void whatNeedsElementsThatTheHostHasOverwrittenIsLost() {
    int[] a = filled(1);
    int[] b = filled(0);
    loops.loop(whole(a, b));
    coherence.writes(a);
    Arrays.fill(a, 7);
    device.failAt(2);

    assertThatThrownBy(() -> coherence.reads(b))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("the device was lost");
    assertThat(again).isEmpty();
  }

  @Test
  void anArrayOfWhichACopyWasCutOffIsComputedAgainFromOthers() {
    int[] a = filled(1);
    int[] b = filled(0);
    loops.loop(whole(a, b));
    device.failAt(1);

    coherence.reads(b);

    assertThat(b).containsOnly(4);
  }

  @Test
  void aFenceThatNoticesTheFailureMakesEverythingFreshOnTheHost() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    loops.loop(whole(a, b));
    loops.loop(whole(a, c));
    device.failAt(0);
    device.step();
    coherence.fence();
    assertThat(b).containsOnly(4);
    assertThat(c).containsOnly(4);
  }

  @Test
  void aFailureThatIsNoticedWhenTheHostIsAboutToWriteAnInputLosesNothing() {
    int[] a = filled(1);
    int[] b = filled(0);
    loops.loop(whole(a, b));
    device.failAt(0);
    device.step();
    coherence.writes(a);
    Arrays.fill(a, 7);
    coherence.writes(a);
    coherence.reads(b);
    assertThat(b).containsOnly(4);
  }

  @Test
  void anArrayThatWasChangedInPlaceIsComputedAgainIfNoCopyOfItHadBegun() {
    int[] a = filled(1);
    loops.loop(new Step(filled(0), a, 0, LENGTH, 5));
    loops.loop(new Step(filled(0), a, 0, LENGTH, 5));
    device.failAt(1);

    coherence.reads(a);

    assertThat(a).containsOnly(31);
    assertThat(again).hasSize(2);
  }

  @Test
  void anArrayThatWasChangedInPlaceAndOfWhichACopyWasCutOffIsLost() {
    int[] a = filled(1);
    int[] b = filled(2);
    loops.loop(new Step(a, b, 0, LENGTH, 1));
    device.failAt(1);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }

  @Test
  void aCopyThatWasCutOffIsMadeWhileItsLoopsRunAgain() {
    int[] a = filled(1);
    int[] b = filled(0);
    loops.loop(whole(a, b));
    PendingCopies copies = coherence.copies().copy(List.of(b));
    loops.loop(whole(b, a));
    loops.loop(whole(a, b));
    device.failAt(0);

    copies.await();

    assertThat((int[]) copies.copies().get(b)).containsOnly(4);
    coherence.reads(b);
    assertThat(b).containsOnly(40);
  }

  @Test
  void aCopyOfWhatCannotBeComputedAgainIsLost() {
    int[] a = filled(1);
    int[] b = filled(0);
    loops.loop(whole(a, b));
    PendingCopies copies = coherence.copies().copy(List.of(b));
    coherence.writes(a);
    Arrays.fill(a, 7);
    device.failAt(1);

    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
    assertThatThrownBy(copies::await)
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("the device was lost");
  }

  @Test
  void loopsThatCannotBeComputedAgainSoonAreForgotten() {
    int[] a = filled(1);
    int[] b = filled(0);
    int[] c = filled(0);
    for (int l = 0; l < LoopLog.MOST_ENTRIES; l++) {
      loops.loop(new Step(a, b, 0, LENGTH, 1));
    }
    loops.loop(whole(a, c));
    device.failAt(0);

    coherence.reads(c);

    assertThat(c).containsOnly(4);
    assertThatThrownBy(() -> coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }
}
