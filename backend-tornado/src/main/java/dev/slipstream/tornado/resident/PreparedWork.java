package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.List;

/** What the thread of a device's lane does, and how it prepares for it. */
record PreparedWork(LaneWork work, RehearsedCopies rehearsed) implements HostWork<Step> {
  @Override
  public void run(Job<Step> job) throws TornadoException, DeviceException {
    work.run(job);
  }

  @Override
  public int most() {
    return work.most();
  }

  @Override
  public int runSome(List<Job<Step>> waiting) throws TornadoException, DeviceException {
    return work.runSome(waiting);
  }

  @Override
  public void prepare() throws TornadoException, DeviceException {
    rehearsed.once();
  }
}
