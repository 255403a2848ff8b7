package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GuardRestTest {
  private static final int NONE = Integer.MAX_VALUE;

  private final List<Integer> told = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<Long> pauses = new LinkedBlockingQueue<>();
  private final Semaphore ends = new Semaphore(0);
  private final Semaphore rests = new Semaphore(0);
  private volatile boolean isUsed;
  private final GuardRest rest =
      new GuardRest(
          length -> {
            told.add(length);
            isUsed = length != NONE;
          },
          this::rest,
          millis -> {
            pauses.add(millis);
            ends.acquire();
          });

  private boolean rest() {
    if (isUsed) {
      return false;
    }
    rests.release();
    return true;
  }

  @Test
  void guardsRestAfterAPauseInWhichNoLoopUsedADevice() throws InterruptedException {
    rest.accept(100);
    assertThat(pauses.take()).isEqualTo(1000);
    rest.accept(NONE);
    ends.release();
    rests.acquire();

    assertThat(told).containsExactly(100, NONE);
  }

  @Test
  void guardsDoNotRestWhileAnArrayIsOnADevice() throws InterruptedException {
    rest.accept(100);
    pauses.take();
    ends.release();
    pauses.take();

    assertThat(rests.availablePermits()).isZero();
  }

  @Test
  void aLoopInThePauseKeepsGuardsFromResting() throws InterruptedException {
    rest.accept(100);
    pauses.take();
    rest.accept(NONE);
    rest.accept(70);
    rest.accept(NONE);
    ends.release();
    pauses.take();
    assertThat(rests.availablePermits()).isZero();

    ends.release();
    rests.acquire();
  }

  @Test
  void eachPauseIsTwiceTheOneBefore() throws InterruptedException {
    for (long expected = 1000; expected < 10_000; expected *= 2) {
      rest.accept(100);
      assertThat(pauses.take()).isEqualTo(expected);
      rest.accept(NONE);
      ends.release();
      rests.acquire();
    }
  }
}
