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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the numbers that identify the contents of arrays. */
class ContentsTest {
  private final Coherence coherence = new Coherence(new Nothing());

  /** A stream that copies nothing. */
  private static final class Nothing implements BufferStream {
    private long created;

    @Override
    public Buffer create(Object array) {
      BufferId id = new BufferId(created++);
      Box domain = Box.of(0, Array.getLength(array));
      return new Buffer(
          id, "a" + id, domain, InitialContents.ON_EVERY_NODE, new ElementSize(8, true));
    }

    @Override
    public Optional<Region> storedSince(BufferId buffer, long before) {
      return Optional.of(Region.EMPTY);
    }

    @Override
    public void replace(Buffer buffer, Object array) {}

    @Override
    public Arrival copyBack(Buffer buffer, Region part) {
      return AwaitedCall.NOTHING;
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
      throw new AssertionError("no code needs a copy");
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
      return mine;
    }

    @Override
    public void flush() {}
  }

  /** Runs a loop, and returns the number for the contents of an array. */
  private long contents(Object array, boolean writes) {
    return look(array, writes, /* structure= */ false);
  }

  private long structure(Object array, boolean writes) {
    return look(array, writes, /* structure= */ true);
  }

  private long look(Object array, boolean writes, boolean structure) {
    AtomicLong found = new AtomicLong();
    coherence.submit(
        List.of(new LoopArray(array, writes)),
        nanos -> {},
        Optional.empty(),
        buffers -> {
          found.set(structure ? buffers.structure(array) : buffers.contents(array));
          return true;
        },
        buffers -> "submitted");
    return found.get();
  }

  @Test
  void loopsAndHostCodeThatReadLeaveThemTheSame() {
    int[] array = {1, 2, 3};
    long first = contents(array, false);
    coherence.reads(array);
    assertThat(contents(array, false)).isEqualTo(first);
    assertThat(contents(array, true)).isEqualTo(first);
  }

  @Test
  void theyChangeWithEveryWrite() {
    int[] array = {1, 2, 3};
    long[] seen = new long[5];
    seen[0] = contents(array, false);
    coherence.writes(array);
    seen[1] = contents(array, true);
    seen[2] = contents(array, false);
    coherence.fence();
    seen[3] = contents(array, false);
    coherence.synchronous(array);
    seen[4] = contents(array, false);
    assertThat(Arrays.stream(seen).distinct().count()).isEqualTo(5);
    assertThat(contents(array, false)).isNotEqualTo(seen[4]);
  }

  @Test
  void anEndOfAStretchOfWritesCountsAlsoIfALoopHasUsedTheArrayMeanwhile() {
    int[] array = {1, 2, 3};
    contents(array, false);
    coherence.writes(array);
    long meanwhile = contents(array, false);
    coherence.writes(array);
    assertThat(contents(array, false)).isNotEqualTo(meanwhile);
  }

  @Test
  void arraysNeverShareThem() {
    assertThat(contents(new int[3], false)).isNotEqualTo(contents(new int[3], false));
  }

  @Test
  void rowsThatAreExchangedMakeAnotherStructureAndElementsDoNot() {
    int[][] array = {{1, 2}, {3, 4}, {5, 6}};
    long first = structure(array, true);
    coherence.writes(array[1]);
    assertThat(structure(array, false)).isEqualTo(first);
    int[] row = array[0];
    array[0] = array[1];
    array[1] = row;
    assertThat(structure(array, false)).isNotEqualTo(first);
  }

  @Test
  void aLoopWhoseConditionDoesNotHoldIsNotSubmitted() {
    int[] array = {1};
    assertThat(
            coherence.<String>submit(
                List.of(new LoopArray(array, true)),
                nanos -> {},
                Optional.empty(),
                buffers -> false,
                buffers -> {
                  throw new AssertionError("submitted");
                }))
        .isEmpty();
    assertThat(coherence.isStale(array)).isFalse();
  }
}
