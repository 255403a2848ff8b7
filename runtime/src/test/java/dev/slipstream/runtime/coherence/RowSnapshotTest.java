package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowSnapshotTest {
  private static final int ROWS = 4;
  private static final int LENGTH = 100;
  private static final long BYTES =
      4L * ROWS * LENGTH + RowSnapshot.FOR_BUFFER + RowSnapshot.FOR_ROW * ROWS;

  /** Ten arrays of arrays are an eighth of the heap. */
  private final RowSnapshot kept = new RowSnapshot(8 * 10 * BYTES);

  private final List<TrackedBuffer> gone = new ArrayList<>();
  private long buffers;

  private TrackedBuffer rows() {
    return rows(new int[ROWS][LENGTH]);
  }

  private TrackedBuffer rows(int[][] rows) {
    BufferId id = new BufferId(buffers++);
    Buffer buffer =
        new Buffer(
            id,
            "b",
            Box.of(0, rows.length),
            InitialContents.ON_EVERY_NODE,
            new ElementSize(8, true));
    LeafShape shape = LeafShape.of(rows, rows.length).orElseThrow();
    return new TrackedBuffer(buffer, new TrackedLeaf[rows.length], shape, rows, 1);
  }

  private void loop(TrackedBuffer... written) {
    kept.nextLoop();
    for (TrackedBuffer buffer : written) {
      buffer.used(true, new int[ROWS][LENGTH], nanos -> {});
      kept.used(buffer);
    }
    for (TrackedBuffer buffer : kept.takeSurplus()) {
      buffer.release();
      buffer.isHome(buffer.whole());
      gone.add(buffer);
    }
  }

  @Test
  void rowsThatAreNoLongerUsedAreReleasedTheOldestFirst() {
    List<TrackedBuffer> all = new ArrayList<>();
    for (int step = 0; step < 100; step++) {
      all.add(rows());
      loop(all.get(step));
    }
    assertThat(gone).hasSizeBetween(90, 96).isEqualTo(all.subList(0, gone.size()));
    assertThat(gone).noneMatch(TrackedBuffer::isKept);
  }

  @Test
  void shortRowsAreKeptOnlyIfTheHeapHasRoomForThemAndTheirOverhead() {
    RowSnapshot small = new RowSnapshot(64 << 20);
    int released = 0;
    for (int step = 0; step < 20_000; step++) {
      TrackedBuffer buffer = rows(new int[2][16]);
      buffer.used(true, new int[2][16], nanos -> {});
      small.nextLoop();
      small.used(buffer);
      released += small.takeSurplus().size();
    }
    assertThat((20_000 - released) * 4_800L).isLessThan(12 << 20);
  }

  @Test
  void arraysThatLoopsStillUseAreCopiedBackOnceAtMost() {
    List<TrackedBuffer> all = new ArrayList<>();
    for (int k = 0; k < 20; k++) {
      all.add(rows());
    }
    for (int step = 0; step < 50; step++) {
      all.forEach(this::loop);
    }
    assertThat(gone).hasSizeLessThanOrEqualTo(20).doesNotHaveDuplicates();
  }

  @Test
  void whatTheLastLoopsUseStaysHoweverLargeItIs() {
    TrackedBuffer[] all = new TrackedBuffer[50];
    for (int k = 0; k < all.length; k++) {
      all[k] = rows();
    }
    for (int step = 0; step < 50; step++) {
      loop(all);
    }
    assertThat(gone).isEmpty();
  }

  @Test
  void whatWasInUseGoesAsWellWhenItIsHalfOfTheHeap() {
    List<TrackedBuffer> all = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      TrackedBuffer used = rows();
      used.release();
      all.add(used);
      loop(used);
    }
    assertThat(gone).hasSize(60).isEqualTo(all.subList(0, 60));
  }

  @Test
  void twoRowsThatTheHostHasReadOneByOneAreKeptNoLonger() {
    TrackedBuffer rows = rows(new int[2][LENGTH]);
    rows.used(true, new int[2][LENGTH], nanos -> {});
    rows.isHome(row(1));
    assertThat(rows.isKept()).isTrue();
    assertThat(rows.isStale()).isTrue();
    rows.isHome(row(0));
    assertThat(rows.isKept()).isFalse();
    assertThat(rows.isStale()).isFalse();
    assertThat(rows.hasLeftDevices()).isFalse();
  }

  @Test
  void twoRowsThatTheHostHasWrittenOneByOneHaveLeftDevices() {
    TrackedBuffer rows = rows(new int[2][LENGTH]);
    rows.used(true, new int[2][LENGTH], nanos -> {});
    rows.isHome(row(0));
    rows.isOnHostAlone(row(1));
    assertThat(rows.isKept()).isFalse();
    assertThat(rows.hasLeftDevices()).as("devices have the first row").isFalse();
    rows.isOnHostAlone(row(0));
    assertThat(rows.hasLeftDevices()).isTrue();
  }

  private static Region row(int position) {
    return Region.of(Box.of(position, position + 1L));
  }

  @Test
  void rowsThatTheHostHasReadNoLongerCount() {
    for (int step = 0; step < 100; step++) {
      TrackedBuffer rows = rows();
      loop(rows);
      rows.isHome(rows.whole());
      kept.remove(rows);
    }
    assertThat(gone).isEmpty();
  }
}
