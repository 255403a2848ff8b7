package dev.slipstream.tornado.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.tornado.binding.MemorySize;
import dev.slipstream.tornado.driver.CopyDriver;
import dev.slipstream.tornado.driver.StandInDriver;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.StandInMemory;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

class TornadoMemoryTest {
  private final StandInDriver driver = new StandInDriver(StandInMemory::at);

  @TempDir Path folder;

  private ResidentSession open(Optional<CopyDriver> asked) throws Exception {
    StandInTarget on = StandInTarget.open(folder, device -> asked);
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    try {
      ResidentSession session =
          ResidentSession.open(
              "a device", lock, on.target(), new MemorySize(1 << 24, 1 << 22), on.loader());
      assertThat(session.join()).isTrue();
      return session;
    } finally {
      lock.unlock();
    }
  }

  /** The work of the only lane of a device. */
  private static LaneBackend<Step> lane(ResidentSession session) throws DeviceException {
    Device device = new Opened(new TornadoMemory(session));
    MemoryLanes lanes = new MemoryLanes(device, (loop, where, reason) -> {}, new DirectMemory(0));
    Map<LaneGroup, LaneBackend<Step>> all =
        lanes.open(NodeMemory.of(HeapArrays.of(Map.of()), new DirectMemory(0)));
    assertThat(all).hasSize(1);
    return all.values().iterator().next();
  }

  /** A device with open memory. */
  private record Opened(DeviceMemory memory) implements Device {
    @Override
    public String id() {
      return "a device";
    }

    @Override
    public String description() {
      return "what stands for one";
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) {
      throw new IllegalStateException();
    }

    @Override
    public DeviceMemory open(Runnable whenClosed) {
      return memory;
    }

    @Override
    public void close() {}
  }

  @Test
  void aLaneCopiesALittleInPlaceManyTimesBeforeItHasJobs() throws Exception {
    ResidentSession session = open(Optional.of(driver));
    int before = driver.inPlace.get();
    LaneBackend<Step> lane = lane(session);
    assertThat(driver.inPlace.get()).isGreaterThan(before + 250);
    lane.close();
  }

  @Test
  void copiesOfSpareMemoryAreMadeInTheWayOfLargeArraysAndInTheOtherOneInTurn() throws Exception {
    TornadoMemory memory = new TornadoMemory(open(Optional.of(driver)));
    SerialQueue queue = (SerialQueue) memory.queue();
    DeviceBuffer spare = queue.spare().orElseThrow();
    byte[] array = new byte[(int) spare.bytes()];
    int before = driver.inPlace.get();
    int made = 0;
    for (int copy = 0; copy < 60; copy++) {
      made += queue.write(spare, 0, array, 0, array.length) ? 1 : 0;
    }
    assertThat(made).isBetween(20, 30);
    assertThat(driver.inPlace).hasValue(before + made);
    memory.close();
  }

  @Test
  void theDeviceIsFreedWhenItIsNoLongerUsed() throws Exception {
    ResidentSession session = open(Optional.empty());
    assertThat(session.join()).isTrue();
    TornadoMemory one = new TornadoMemory(session);
    TornadoMemory other = new TornadoMemory(session);
    one.close();
    assertThat(other.take(10)).isNotNull();
    other.close();
    assertThatThrownBy(() -> other.take(10)).hasMessageContaining("a device has been closed");
    assertThat(session.join()).isFalse();
  }

  @Test
  void nothingIsRehearsedWhereNoDriverIsAsked() throws Exception {
    ResidentSession session = open(Optional.empty());
    long runs = TornadoExecutionPlan.RUNS.get();
    LaneBackend<Step> lane = lane(session);
    assertThat(TornadoExecutionPlan.RUNS).hasValue(runs);
    lane.close();
  }

  @Test
  void whatADriverCanDoNoMoreIsNotRehearsedAgain() throws Exception {
    ResidentSession session = open(Optional.of(driver));
    driver.broken = true;
    LaneBackend<Step> lane = lane(session);
    driver.broken = false;
    int after = driver.inPlace.get() + driver.staged.get();
    SerialQueue queue = (SerialQueue) new TornadoMemory(session).queue();
    assertThat(queue.spare()).isEmpty();
    assertThat(driver.inPlace.get() + driver.staged.get()).isEqualTo(after);
    lane.close();
  }
}
