package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DescriptionsTest {
  private static final long LONG_MILLIS = 50_000;

  private final Descriptions descriptions = new Descriptions();
  private final AtomicInteger made = new AtomicInteger();

  @Test
  void allAreMadeBeforeTheReport() {
    for (int i = 0; i < 5; i++) {
      descriptions.execute(made::incrementAndGet);
    }
    descriptions.await(LONG_MILLIS);
    assertThat(made).hasValue(5);
  }

  @Test
  void aReportWithoutDescriptionsWaitsForNothing() {
    descriptions.await(LONG_MILLIS);
    assertThat(made).hasValue(0);
  }

  @Test
  void theReportDoesWithoutADescriptionThatTakesTooLong() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    descriptions.execute(
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException interrupted) {
            stopped.countDown();
          }
        });
    descriptions.execute(made::incrementAndGet);
    descriptions.await(1);
    stopped.await();
    assertThat(made).as("those behind it are dropped").hasValue(0);
  }
}
