package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.tornado.binding.DeviceMemory;
import dev.slipstream.tornado.copying.CopyDriver;
import dev.slipstream.tornado.copying.StandInDriver;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.ac.manchester.tornado.api.StandInMemory;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

class RehearsedCopiesTest {
  private final StandInDriver driver = new StandInDriver(StandInMemory::at);

  @TempDir Path folder;

  private ResidentSession open(Optional<CopyDriver> asked) throws Exception {
    StandInTarget on = StandInTarget.open(folder, device -> asked);
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    try {
      return ResidentSession.open(
          "a device", lock, on.target(), new DeviceMemory(1 << 24, 1 << 22), on.loader());
    } finally {
      lock.unlock();
    }
  }

  /** What the thread of the session's lane does. */
  private static HostWork<Step> work(ResidentSession session) {
    HeapArrays none = HeapArrays.of(Map.of());
    ArraysOnDevice arrays = new ArraysOnDevice(session.blocks(), session.copies(), none);
    HostForm hostForm =
        new HostForm("a device", arrays, session.copies(), none, (loop, device, reason) -> {});
    DirectMemory memory = new DirectMemory(0);
    return new ResidentLanes("a device", session, (loop, device, reason) -> {}, memory)
        .work(none, new HostAllocations(memory), arrays, hostForm);
  }

  @Test
  void aLaneCopiesALittleInPlaceManyTimesAndOnceBeforeEachCopyThatIsExpected() throws Exception {
    ResidentSession session = open(Optional.of(driver));
    int before = driver.inPlace.get();
    HostWork<Step> work = work(session);
    int rehearsed = driver.inPlace.get();
    assertThat(rehearsed).isGreaterThan(before + 400);
    work.prepare();
    assertThat(driver.inPlace).hasValue(rehearsed + 1);
    session.use(session::close);
  }

  @Test
  void nothingIsRehearsedWhereNoDriverIsAsked() throws Exception {
    ResidentSession session = open(Optional.empty());
    long runs = TornadoExecutionPlan.RUNS.get();
    work(session).prepare();
    assertThat(TornadoExecutionPlan.RUNS).hasValue(runs);
    session.use(session::close);
  }

  @Test
  void whatADriverCanDoNoMoreIsNotRehearsedAgain() throws Exception {
    ResidentSession session = open(Optional.of(driver));
    driver.broken = true;
    HostWork<Step> work = work(session);
    driver.broken = false;
    int after = driver.inPlace.get() + driver.staged.get();
    long runs = TornadoExecutionPlan.RUNS.get();
    work.prepare();
    assertThat(driver.inPlace.get() + driver.staged.get()).isEqualTo(after);
    assertThat(TornadoExecutionPlan.RUNS).hasValue(runs);
    session.use(session::close);
  }
}
