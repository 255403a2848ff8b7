package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdleThreadTest {
  private static final long LONG_MILLIS = 50_000;

  private final IdleThread thread = new IdleThread("slipstream-test");
  private final AtomicInteger done = new AtomicInteger();

  @Test
  void allWorkIsDoneBeforeTheWaitEnds() {
    for (int i = 0; i < 5; i++) {
      thread.execute(done::incrementAndGet);
    }
    thread.await(LONG_MILLIS);
    assertThat(done).hasValue(5);
  }

  @Test
  void withoutWorkNothingIsWaitedFor() {
    thread.await(LONG_MILLIS);
    assertThat(done).hasValue(0);
  }

  @Test
  void workThatTakesTooLongIsAbandoned() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    thread.execute(
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException interrupted) {
            stopped.countDown();
          }
        });
    thread.execute(done::incrementAndGet);
    thread.await(1);
    stopped.await();
    assertThat(done).as("those behind it are dropped").hasValue(0);
  }
}
