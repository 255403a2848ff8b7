package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostTaskQueueTest {
  private final HostArrays arrays = new HostArrays(length -> {}, Log.none());
  private final HostTaskQueue queue =
      new HostTaskQueue(
          arrays,
          new DeferredLoops(
              arrays,
              new DeferralSettings(true, false, true, DeferralSettings.ALL, 2, HostShare.NONE),
              () -> {
                throw new IllegalStateException("nothing is submitted");
              },
              /* ranks= */ Optional.empty(),
              Log.none()),
          List::of,
          failing());

  private static RankGroup failing() {
    return (RankGroup)
        Proxy.newProxyInstance(
            HostTaskQueueTest.class.getClassLoader(),
            new Class<?>[] {RankGroup.class},
            (self, method, arguments) -> {
              throw new SlipstreamException("the run has ended");
            });
  }

  private void submit() {
    queue.submit(
        "a task",
        new Object[0],
        new boolean[0],
        new boolean[0],
        new long[0][],
        new Object[0],
        1,
        () -> {});
  }

  @Test
  void aThreadWhoseTaskCannotBeSubmittedGetsTheReason() {
    assertThatThrownBy(this::submit).hasMessage("the run has ended");
    assertThatThrownBy(queue::barrier).hasMessage("the run has ended");
  }

  @Test
  void whenTheJvmEndsTheErrorOfAThreadIsNotTheProgramsLastMessage() throws InterruptedException {
    arrays.over();
    for (Runnable call : List.<Runnable>of(this::submit, queue::barrier)) {
      Thread thread = new Thread(call, "submits");
      thread.setDaemon(true);
      thread.start();
      while (thread.getState() != Thread.State.WAITING) {
        assertThat(thread.getState()).isNotEqualTo(Thread.State.TERMINATED);
        Thread.sleep(1);
      }
    }
  }
}
