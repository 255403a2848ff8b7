package dev.slipstream.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Ranks that are threads of this process. A sender waits as much as a channel is allowed to: until
 * the previous message was received.
 */
public final class LocalRanks {
  private static final int SECONDS = 60;

  private final int size;
  private final List<BlockingQueue<byte[]>> queues = new ArrayList<>();
  private final AtomicInteger largestMessage = new AtomicInteger();
  private final AtomicLong messages = new AtomicLong();

  /** Creates some ranks, at least one. */
  public LocalRanks(int size) {
    this.size = size;
    for (int q = 0; q < size * size; q++) {
      queues.add(new LinkedBlockingQueue<>(1));
    }
  }

  /** The code that a rank runs. */
  public interface Work<T> {
    T run(Channel channel) throws Exception;
  }

  /** The channel of a rank for one task. */
  public Channel channel(int rank, int number, int task) {
    return new Channel() {
      @Override
      public int rank() {
        return rank;
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public int number() {
        return number;
      }

      @Override
      public String group() {
        return "group" + number;
      }

      @Override
      public int task() {
        return task;
      }

      @Override
      public void send(int to, byte[] content) {
        if (to == rank) {
          throw new IllegalArgumentException("rank " + rank + " sends something to itself");
        }
        largestMessage.accumulateAndGet(content.length, Math::max);
        messages.incrementAndGet();
        try {
          if (!queues.get(rank * size + to).offer(content, SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("rank " + to + " receives nothing of rank " + rank);
          }
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public byte[] receive(int from) {
        if (from == rank) {
          throw new IllegalArgumentException("rank " + rank + " receives something of itself");
        }
        try {
          byte[] content = queues.get(from * size + rank).poll(SECONDS, TimeUnit.SECONDS);
          if (content == null) {
            throw new IllegalStateException("rank " + from + " sends nothing to rank " + rank);
          }
          return content;
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  /**
   * Runs code on all ranks, as the first task of a group.
   *
   * @return the result of each rank
   * @throws RuntimeException the first exception of a rank; the others are interrupted
   */
  public <T> List<T> run(Work<T> work) {
    List<AtomicReference<T>> results = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Exception> failure = new AtomicReference<>();
    for (int r = 0; r < size; r++) {
      int rank = r;
      results.add(new AtomicReference<>());
      threads.add(
          new Thread(
              () -> {
                try {
                  results.get(rank).set(work.run(channel(rank, 3, 0)));
                } catch (Exception problem) {
                  failure.compareAndSet(null, problem);
                  threads.forEach(Thread::interrupt);
                }
              }));
    }
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Exception problem = failure.get();
    if (problem instanceof RuntimeException unchecked) {
      throw unchecked;
    } else if (problem != null) {
      throw new IllegalStateException(problem);
    }
    return results.stream().map(AtomicReference::get).toList();
  }

  /** The size in bytes of the largest message up to now. */
  public int largestMessage() {
    return largestMessage.get();
  }

  /** The number of messages. */
  public long messages() {
    return messages.get();
  }

  /** Whether a message was sent that no rank has received. */
  public boolean isAnythingLeft() {
    return queues.stream().anyMatch(queue -> !queue.isEmpty());
  }
}
