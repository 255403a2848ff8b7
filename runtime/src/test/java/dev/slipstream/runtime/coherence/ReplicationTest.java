package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests what is submitted if other processes have to submit the same. */
class ReplicationTest {
  private static final int SECONDS = 30;
  private static final int LENGTH = 100;

  private final Recorded stream = new Recorded();
  private final Coherence coherence =
      new Coherence(length -> {}, new ArrayHolds(), 0, new Replication(true, Long.MAX_VALUE));

  ReplicationTest() {
    coherence.connect(stream);
  }

  /** A stream that records its calls. */
  private static final class Recorded implements BufferStream {
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final Set<BufferId> unknown = new HashSet<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private CountDownLatch home = new CountDownLatch(0);
    private long buffers;

    @Override
    public Buffer create(Object array) {
      BufferId id = new BufferId(buffers++);
      Box domain = Box.of(0, LENGTH);
      return new Buffer(
          id, "a" + id, domain, InitialContents.ON_EVERY_NODE, new ElementSize(4, true));
    }

    @Override
    public Optional<Region> storedSince(BufferId buffer, long before) {
      return Optional.of(Region.EMPTY);
    }

    @Override
    public void replace(Buffer buffer, Object array) {}

    @Override
    public Arrival copyBack(Buffer buffer, Region part) {
      asked.add("read " + buffer.id().number());
      return new AwaitedCall(
          () -> {
            entered.countDown();
            await(home);
          });
    }

    @Override
    public Arrival copyBackAhead(Buffer buffer, Region part, Object array) {
      asked.add("ahead " + buffer.id().number());
      return AwaitedCall.NOTHING;
    }

    @Override
    public Arrival hostWrites(Buffer buffer, Region part) {
      asked.add("write " + buffer.id().number());
      return AwaitedCall.NOTHING;
    }

    @Override
    public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
      throw new AssertionError("nothing is copied");
    }

    @Override
    public void forget(BufferId buffer) {}

    @Override
    public long stores(BufferId buffer) {
      return 0;
    }

    @Override
    public long lastTask() {
      return 0;
    }

    @Override
    public LeftOnDevice leftOnDevice() {
      return LeftOnDevice.NOTHING;
    }

    @Override
    public ExecutionFailedException abandon(Throwable cause) {
      return new ExecutionFailedException("given up", cause, /* mayStillWrite= */ false);
    }

    @Override
    public Set<BufferId> knownToAll(Set<BufferId> mine) {
      asked.add("agree");
      Set<BufferId> known = new HashSet<>(mine);
      known.removeAll(unknown);
      return known;
    }

    @Override
    public void flush() {}
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void loop(int[]... written) {
    List<LoopArray> uses = new ArrayList<>();
    for (int[] array : written) {
      uses.add(new LoopArray(array, true));
    }
    assertThat(coherence.submit(uses, buffers -> "submitted")).isPresent();
  }

  @Test
  void nothingIsAskedForAheadSinceThatDependsOnWhatWasCollected() {
    int[] a = new int[LENGTH];
    int[] b = new int[LENGTH];
    for (int step = 0; step < 3; step++) {
      loop(a, b);
      coherence.reads(a);
      coherence.reads(b);
    }
    assertThat(stream.asked)
        .containsExactly("read 0", "read 1", "read 0", "read 1", "read 0", "read 1");
  }

  @Test
  void threadsThatReadAtTheSameTimeRequestOneCopy() throws Exception {
    int[] a = new int[LENGTH];
    loop(a);
    stream.home = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread = new Thread(() -> coherence.reads(a));
      threads.add(thread);
      thread.start();
    }
    await(stream.entered);
    stream.home.countDown();
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
    }
    coherence.reads(a);
    assertThat(stream.asked).containsExactly("read 0");
  }

  @Test
  void anAccessToAllArraysLeavesOutThoseThatAnotherProcessNoLongerKnows() {
    int[] a = new int[LENGTH];
    int[] b = new int[LENGTH];
    loop(a);
    loop(b);
    stream.unknown.add(new BufferId(0));
    coherence.fence();
    assertThat(stream.asked).containsExactly("agree", "read 1", "write 1");
    coherence.fence();
    assertThat(stream.asked).hasSize(3);
    loop(a);
    coherence.fence();
    assertThat(stream.asked).hasSizeGreaterThan(3).element(3).isEqualTo("agree");
  }
}
