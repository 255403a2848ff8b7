package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.tornado.driver.StandInDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.StandInMemory;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

class DriverCopiesTest {
  private static final int LENGTH = 100_000;
  private static final int TRIED = 1 << 14;

  @TempDir Path folder;
  private DeviceBlocks blocks;
  private HostCopies copies;

  private void open(StandInDriver driver) throws Exception {
    StandInTarget on = StandInTarget.open(folder, device -> Optional.of(driver));
    blocks = new DeviceBlocks(on.target(), on.kernels(), 1 << 24, 0);
    copies = new HostCopies(on.target(), on.kernels());
    copies.askDriver(blocks.take(TRIED));
  }

  @AfterEach
  void close() throws Exception {
    copies.close(blocks.take(0));
    blocks.freeAll();
  }

  private void copyThereAndBack() throws Exception {
    for (int length : new int[] {LENGTH, 100}) {
      int[] sent = new int[length];
      int[] came = new int[length];
      Arrays.setAll(sent, i -> 11 * i);
      DeviceBlock block = blocks.take((long) Integer.BYTES * length);
      ByteBuffer memory =
          ByteBuffer.allocateDirect(Integer.BYTES * length).order(ByteOrder.nativeOrder());
      memory.asIntBuffer().put(sent);
      copies.write(block, 0, memory);
      memory.put(new byte[memory.capacity()]);
      copies.read(block, 0, memory.clear());
      memory.asIntBuffer().get(came);
      assertThat(came).isEqualTo(sent);
      blocks.giveBack(block);
    }
  }

  @Test
  void aDriverThatCopiesAsTornadoVmDoesIsAskedForAllCopies() throws Exception {
    StandInDriver driver = new StandInDriver(StandInMemory::at);
    open(driver);
    int tried = driver.staged.get();
    assertThat(tried).isPositive();
    blocks.giveBack(blocks.take((long) Integer.BYTES * LENGTH));
    long runs = TornadoExecutionPlan.RUNS.get();
    copyThereAndBack();
    assertThat(driver.staged.get()).isGreaterThanOrEqualTo(tried + 4);
    // The allocation of a block runs a kernel.
    assertThat(TornadoExecutionPlan.RUNS.get()).isLessThanOrEqualTo(runs + 1);
  }

  @Test
  void aDriverCopiesInPlaceWhatIsToBeTriedAndOthersOfFewElementsAreNotPinned() throws Exception {
    StandInDriver driver = new StandInDriver(StandInMemory::at);
    open(driver);
    byte[] array = new byte[TRIED];
    DeviceBlock block = blocks.take(array.length);
    int before = driver.inPlace.get();
    int copied = 0;
    for (int copy = 0; copy < 20; copy++) {
      copied += copies.inPlace(true, block, 0, array, 0, array.length, /* always= */ true) ? 1 : 0;
    }
    assertThat(copied).isPositive();
    assertThat(driver.inPlace).hasValue(before + copied);
    assertThat(copies.inPlace(true, block, 0, array, 0, array.length, /* always= */ false))
        .isFalse();
    driver.broken = true;
    copyThereAndBack();
    driver.broken = false;
    assertThat(copies.inPlace(true, block, 0, array, 0, array.length, /* always= */ true))
        .as("the driver is no longer used")
        .isFalse();
  }

  @Test
  void aDriverOfOtherMemoryIsNotAsked() throws Exception {
    StandInDriver driver = new StandInDriver((device, bytes) -> ByteBuffer.allocate((int) bytes));
    open(driver);
    int tried = driver.staged.get();
    copyThereAndBack();
    assertThat(driver.staged.get()).isEqualTo(tried);
    assertThat(driver.stages).hasValue(0);
  }

  @Test
  void afterADriverHasFailedTornadoVmCopies() throws Exception {
    StandInDriver driver = new StandInDriver(StandInMemory::at);
    open(driver);
    driver.broken = true;
    copyThereAndBack();
    driver.broken = false;
    int before = driver.staged.get();
    copyThereAndBack();
    assertThat(driver.staged.get()).isEqualTo(before);
    assertThat(driver.stages).hasValue(0);
  }

  @Test
  void aDriverThatCannotBeTriedIsNotAsked() throws Exception {
    StandInDriver driver = new StandInDriver(StandInMemory::at);
    driver.broken = true;
    open(driver);
    copyThereAndBack();
    assertThat(driver.staged.get()).isZero();
  }
}
