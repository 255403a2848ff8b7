package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests rows that devices hold together, and that several threads use alone. */
class SeparatedRowsTest {
  private final GatedStream device = new GatedStream();
  private final Coherence coherence = new Coherence(device);

  @Test
  void rowsThatTwoThreadsTakeApartAtTheSameTimeStayKnownToDevices() throws Exception {
    int[][] rows = new int[2][6];
    write(rows);
    Gate first = new Gate();
    Gate second = new Gate();
    Thread one = device.start(first, () -> write(rows[0]));
    Thread other = device.start(second, () -> write(rows[1]));
    first.reached.await();
    second.reached.await();

    first.opened.countDown();
    one.join();
    assertThat(coherence.isStale(rows[0])).isTrue();
    second.opened.countDown();
    other.join();

    assertThat(coherence.isStale(rows[0])).isTrue();
    assertThat(coherence.isStale(rows[1])).isTrue();
    // One buffer of all rows, and one of each row.
    assertThat(device.created).hasSize(3);
    assertThat(device.forgotten).containsExactly(device.created.get(0));
  }

  private void write(Object array) {
    Optional<String> submitted =
        coherence.submit(
            List.of(new LoopArray(array, true)),
            buffers -> {
              buffers.apply(array);
              return "submitted";
            });
    assertThat(submitted).isPresent();
  }

  /** A place where a thread waits for a copy to the host. */
  private record Gate(CountDownLatch reached, CountDownLatch opened) {
    Gate() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }
  }

  /** A stream that copies nothing; threads wait at their gates until a copy counts as complete. */
  private static final class GatedStream implements BufferStream {
    private final Map<Thread, Gate> gates = new ConcurrentHashMap<>();
    private final List<BufferId> created = new ArrayList<>();
    private final List<BufferId> forgotten = new ArrayList<>();

    Thread start(Gate gate, Runnable work) {
      Thread thread = new Thread(work);
      gates.put(thread, gate);
      thread.start();
      return thread;
    }

    private void pass() {
      Gate gate = gates.get(Thread.currentThread());
      if (gate != null) {
        gate.reached.countDown();
        try {
          assertThat(gate.opened.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }

    @Override
    public Buffer create(Object array) {
      BufferId id = new BufferId(created.size());
      created.add(id);
      Box domain = Box.of(0, Array.getLength(array));
      return new Buffer(
          id, "a" + id, domain, InitialContents.ON_EVERY_NODE, new ElementSize(8, true));
    }

    @Override
    public Optional<Region> storedSince(BufferId buffer, long before) {
      return Optional.of(Region.EMPTY);
    }

    @Override
    public void replace(Buffer buffer, Object array) {
      // The lanes' view does not matter.
    }

    @Override
    public Arrival copyBack(Buffer buffer, Region part) {
      return new AwaitedCall(this::pass);
    }

    @Override
    public Arrival copyBackAhead(Buffer buffer, Region part, Object array) {
      return copyBack(buffer, part);
    }

    @Override
    public Arrival hostWrites(Buffer buffer, Region part) {
      return AwaitedCall.NOTHING;
    }

    @Override
    public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
      throw new AssertionError("no code needs copies");
    }

    @Override
    public void forget(BufferId buffer) {
      forgotten.add(buffer);
    }

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
      return mine;
    }

    @Override
    public void flush() {
      // Nothing is held back.
    }
  }
}
