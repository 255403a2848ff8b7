package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.configuration.Log;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests guards on the thread of a host task. */
class HostTaskThreadTest {
  private static final int LENGTH = 100;
  private static final int SECONDS = 30;

  private final int[] used = new int[LENGTH];
  private final int[] own = new int[LENGTH];
  private final LazyStream stream = new LazyStream();
  private final HostArrays arrays = new HostArrays(length -> {}, Log.none());

  HostTaskThreadTest() {
    arrays.connect(stream, List.of());
    arrays
        .coherence()
        .submit(
            List.of(new LoopArray(used, true)),
            buffers -> {
              stream.loop(List.of(buffers.apply(used)), List.of(true), values -> {});
              return true;
            });
  }

  private void inTask(List<Object> declared, Runnable code) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Runnable task =
        () -> {
          try {
            HostTaskThread.run("task at Here.there:7", declared, null, code);
            done.complete(null);
          } catch (Throwable failure) {
            done.completeExceptionally(failure);
          }
        };
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    new HostTaskThread(group, task, "host-task").start();
    try {
      done.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw (RuntimeException) failed.getCause();
    }
  }

  @Test
  void declaredArraysAreReadyAndNoThreadWaitsForThem() throws Exception {
    inTask(
        List.of((Object) new int[][] {used, own}),
        () -> {
          arrays.writes(used);
          arrays.visits(used, 3, /* toWrite= */ false);
          arrays.reads(new Object[] {used});
          arrays.writes(own);
          arrays.fence();
        });
    assertThat(arrays.coherence().isStale(used)).isTrue();
  }

  @Test
  void arraysThatNoLoopUsesNeedNotBeDeclared() throws Exception {
    inTask(List.of(), () -> arrays.writes(own));
  }

  @Test
  void anArrayOfALoopThatIsNotDeclaredIsNamed() {
    assertThatThrownBy(() -> inTask(List.of(own), () -> arrays.reads(used)))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("task at Here.there:7")
        .hasMessageContaining("int[100]");
    assertThatThrownBy(() -> inTask(List.of(), () -> arrays.reads(new Object[] {used})))
        .isInstanceOf(SlipstreamException.class);
  }

  @Test
  void nothingIsHeldOrTakenForUnguardedBecauseOfATask() throws Exception {
    inTask(
        List.of(used),
        () -> {
          arrays.hold(used);
          arrays.holdAll();
          arrays.synchronous(used);
          arrays.unguarded("a class that a task has made");
        });
    assertThat(arrays.reasonToWait()).isEqualTo(Optional.empty());
    assertThat(arrays.coherence().isStale(used)).isTrue();
  }
}
