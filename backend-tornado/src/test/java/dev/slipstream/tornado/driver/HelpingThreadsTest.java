package dev.slipstream.tornado.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class HelpingThreadsTest {
  private static final int COUNT = 1_000_003;

  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(4 * COUNT).order(ByteOrder.nativeOrder());

  @Test
  void eachElementIsCopiedOnceHoweverManyThreadsHelp() {
    int[] elements = new int[COUNT + 7];
    Arrays.setAll(elements, i -> 3 * i);
    for (int helpers : new int[] {0, 1, 3}) {
      int[] back = new int[COUNT + 7];
      try (HelpingThreads threads = new HelpingThreads(helpers)) {
        threads.copy(
            (first, count, at) -> at.asIntBuffer().put(elements, first, count),
            4,
            7,
            COUNT,
            memory);
        threads.copy(
            (first, count, at) -> at.asIntBuffer().get(back, first, count), 4, 7, COUNT, memory);
      }
      assertThat(Arrays.equals(back, 7, back.length, elements, 7, elements.length)).isTrue();
    }
  }

  @Test
  void aPartThatFailsFailsTheCopyAfterAllOthersHaveEnded() {
    try (HelpingThreads threads = new HelpingThreads(3)) {
      assertThatThrownBy(
              () ->
                  threads.copy(
                      (first, count, at) -> {
                        if (first > 0) {
                          throw new IndexOutOfBoundsException("too far");
                        }
                      },
                      4,
                      0,
                      COUNT,
                      memory))
          .hasRootCauseMessage("too far");
    }
  }

  @Test
  void closedThreadsLeaveTheWorkToTheCaller() {
    HelpingThreads threads = new HelpingThreads(2);
    threads.close();
    int[] back = new int[COUNT];
    memory.putInt(4 * (COUNT - 1), 5);
    threads.copy(
        (first, count, at) -> at.asIntBuffer().get(back, first, count), 4, 0, COUNT, memory);
    assertThat(back[COUNT - 1]).isEqualTo(5);
  }

  @Test
  void eachHandDoesItsPartOnceAlsoWithFewerThreads() {
    for (int helpers : new int[] {0, 1, 3, 15}) {
      try (HelpingThreads threads = new HelpingThreads(helpers)) {
        for (int hands : new int[] {1, 2, 7, 16}) {
          AtomicIntegerArray done = new AtomicIntegerArray(hands);
          threads.together(hands, done::incrementAndGet);
          for (int hand = 0; hand < hands; hand++) {
            assertThat(done.get(hand)).isEqualTo(1);
          }
        }
      }
    }
  }

  @Test
  void theFirstHandIsTheCaller() {
    try (HelpingThreads threads = new HelpingThreads(3)) {
      Thread[] first = new Thread[1];
      threads.together(
          4,
          hand -> {
            if (hand == 0) {
              first[0] = Thread.currentThread();
            }
          });
      assertThat(first[0]).isSameAs(Thread.currentThread());
    }
  }
}
