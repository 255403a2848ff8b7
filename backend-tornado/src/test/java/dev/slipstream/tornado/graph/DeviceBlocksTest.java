package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.StandInMemory;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

/** Memory of the stand-in for a device. */
class DeviceBlocksTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int LARGEST = 16 * MEGABYTE;

  @TempDir Path folder;
  private DeviceBlocks blocks;
  private long before;

  @BeforeEach
  void open() throws Exception {
    StandInTarget on = StandInTarget.open(folder);
    before = StandInMemory.allocated();
    blocks = new DeviceBlocks(on.target(), on.kernels(), LARGEST, /* mostIdle= */ 4 * MEGABYTE);
  }

  @AfterEach
  void close() throws TornadoException {
    blocks.freeAll();
  }

  @Test
  void manyArraysOneAfterTheOtherTakeTheMemoryOfOne() throws TornadoException {
    long runs = TornadoExecutionPlan.RUNS.get();
    for (int i = 0; i < 1000; i++) {
      blocks.giveBack(blocks.take(3 * MEGABYTE - i));
    }
    assertThat(StandInMemory.allocated() - before).isLessThan(4 * MEGABYTE);
    assertThat(TornadoExecutionPlan.RUNS.get() - runs).isLessThan(3);
  }

  @Test
  void smallArraysAreMadeWithoutARunAndUsedAgain() throws TornadoException {
    long runs = TornadoExecutionPlan.RUNS.get();
    List<DeviceBlock> taken = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 20; i++) {
        taken.add(blocks.take(i * 25));
      }
      for (DeviceBlock block : taken) {
        blocks.giveBack(block);
      }
      taken.clear();
    }
    assertThat(StandInMemory.allocated() - before).isEqualTo(20 * 512);
    assertThat(TornadoExecutionPlan.RUNS.get()).isEqualTo(runs);
  }

  @Test
  void onlyALittleUnusedMemoryIsKept() throws TornadoException {
    List<DeviceBlock> taken = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      taken.add(blocks.take((long) i * MEGABYTE));
    }
    for (DeviceBlock block : taken) {
      blocks.giveBack(block);
    }
    assertThat(StandInMemory.allocated() - before).isLessThan(5 * MEGABYTE);
  }

  @Test
  void whatIsKeptMakesRoomForWhatDoesNotFitBesides() throws TornadoException {
    List<DeviceBlock> taken = new ArrayList<>();
    long left = StandInMemory.MOST - StandInMemory.allocated() - LARGEST - 2 * MEGABYTE;
    while (left >= MEGABYTE) {
      DeviceBlock block = blocks.take(Math.min(left / MEGABYTE, 14) * MEGABYTE);
      taken.add(block);
      left -= block.bytes();
    }
    blocks.giveBack(blocks.take(4 * MEGABYTE));
    assertThat(blocks.take(LARGEST).bytes()).isEqualTo(LARGEST);
    assertThatThrownBy(() -> blocks.take(LARGEST))
        .isInstanceOf(TornadoException.class)
        .hasMessageContaining("Unable to allocate");
    assertThatThrownBy(() -> blocks.take(LARGEST + 1)).isInstanceOf(TornadoException.class);
    assertThat(taken).isNotEmpty();
  }

  /**
   * The driver knows the addresses of TornadoVM's arrays, and is not told when they are collected.
   */
  @Test
  void arraysOfKernelsThatAreNoLongerUsedStayWhereTheyAre() throws Exception {
    StandInTarget on = StandInTarget.open(folder);
    NativeArray array = on.target().api().array(ElementKind.BYTE.arrayClass(), 16, 1);
    WeakReference<Object> handle = new WeakReference<>(array.handle());
    new KernelGraph(on.target(), on.kernels().touch(), Map.of(), Map.of(0, array));
    array = null;
    GarbageCollection.several();
    assertThat(handle.get()).isNotNull();
    // Otherwise the whole device would be lost.
    Reference.reachabilityFence(on);
  }
}
