package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.RefusedLaunchException;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.ElementVersions;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts kernels on arrays that are on a device. Used by the launching thread. */
final class KernelStarter {
  private static final DeviceArray NO_ARRAY = DeviceArray.untouched(0);

  private final DeviceSession session;
  private final ArraysOnDevice arrays;
  private final HostFallback onHost;
  private final ElementVersions versions;

  KernelStarter(
      DeviceSession session, ArraysOnDevice arrays, HostFallback onHost, ElementVersions versions) {
    this.session = session;
    this.arrays = arrays;
    this.onHost = onHost;
    this.versions = versions;
  }

  /**
   * Starts a kernel. If the device refuses it, the host has run it when this returns.
   *
   * @param followed whether no thread waits for it before more is started
   */
  void start(Instruction.Kernel kernel, Work any, boolean followed) throws DeviceException {
    try {
      session.launch(launch(kernel, any, followed));
    } catch (RefusedLaunchException refusal) {
      runOnHost(kernel, any, refusal);
    }
    versions.written(kernel);
  }

  /**
   * Marks what a kernel may have written as uncertain: after {@link #start} it may have run
   * completely, in part, or not. Any thread may call this.
   */
  void failed(Instruction.Kernel kernel) {
    versions.spoiled(kernel);
  }

  /**
   * Runs the first of some kernels, or several from the first one on.
   *
   * @return how many kernels were run
   */
  int runSome(SerialQueue queue, List<Job<Step>> waiting) throws DeviceException {
    Waiting launches = new Waiting(waiting);
    int done = 0;
    try {
      done = runSome(queue, launches, waiting.get(0));
    } finally {
      for (int job = 0; done == 0 && job < launches.accessed; job++) {
        failed(kernel(waiting.get(job)));
      }
    }
    for (int job = 0; job < done; job++) {
      versions.written(kernel(waiting.get(job)));
    }
    return done;
  }

  private int runSome(SerialQueue queue, Waiting launches, Job<Step> first) throws DeviceException {
    try {
      launches.makeFirst();
      return queue.launchSome(launches);
    } catch (RefusedLaunchException refusal) {
      launches.accessed = 1;
      runOnHost(kernel(first), first.work().work().orElseThrow(), refusal);
      return 1;
    }
  }

  private static Instruction.Kernel kernel(Job<Step> job) {
    return (Instruction.Kernel) job.work().instruction();
  }

  /** The kernels that wait, as launches that are created on access. */
  private final class Waiting extends AbstractList<KernelLaunch> {
    private final List<Job<Step>> jobs;
    private final @Nullable KernelLaunch[] made;

    /** How many launches, from the first one on, may have been started. */
    private int accessed;

    Waiting(List<Job<Step>> jobs) {
      int kernels = 1;
      while (kernels < jobs.size() && isPrepared(jobs.get(kernels).work())) {
        kernels++;
      }
      this.jobs = jobs;
      this.made = new KernelLaunch[kernels];
    }

    /**
     * Creates the first launch.
     *
     * @throws RefusedLaunchException if its kernel was not prepared
     */
    void makeFirst() throws DeviceException {
      made[0] = made(jobs.get(0).work());
    }

    @Override
    public int size() {
      return made.length;
    }

    @Override
    public KernelLaunch get(int index) {
      accessed = Math.max(accessed, index + 1);
      KernelLaunch known = made[index];
      if (known == null) {
        try {
          known = made(jobs.get(index).work());
        } catch (DeviceException e) {
          throw new IllegalStateException(e);
        }
        made[index] = known;
      }
      return known;
    }
  }

  private static boolean isPrepared(Step step) {
    return step.instruction() instanceof Instruction.Kernel
        && step.work().orElseThrow() instanceof KernelWork work
        && !(work.kernel() instanceof UnpreparedKernel);
  }

  private KernelLaunch made(Step step) throws DeviceException {
    return launch(
        (Instruction.Kernel) step.instruction(), step.work().orElseThrow(), /* followed= */ false);
  }

  private KernelLaunch launch(Instruction.Kernel kernel, Work any, boolean followed)
      throws DeviceException {
    KernelWork work = (KernelWork) any;
    Launch launch = work.launch(kernel.chunk());
    if (work.kernel() instanceof UnpreparedKernel unprepared) {
      throw unprepared.refuse(launch);
    }
    return new KernelLaunch(
        work.kernel(),
        launch,
        arguments(kernel, work, launch),
        work.isShared(),
        // Whoever waits for it asks for its violation.
        followed && !launch.isChecked());
  }

  private void runOnHost(Instruction.Kernel kernel, Work any, RefusedLaunchException refusal)
      throws DeviceException {
    KernelWork work = (KernelWork) any;
    Launch launch = work.launch(kernel.chunk());
    if (refusal.mayHaveRun() && readsWhatItWrites(launch)) {
      throw new DeviceException(
          refusal.getMessage() + ", and it may have run nevertheless", refusal);
    }
    for (IterationSpace refused : refusal.iterations()) {
      onHost.run(kernel, work.source(), launch.over(refused), String.valueOf(refusal.getMessage()));
    }
  }

  private static boolean readsWhatItWrites(Launch launch) {
    for (ArrayAccess written : launch.accesses()) {
      for (ArrayAccess read : launch.accesses()) {
        if (written.writes()
            && read.reads()
            && launch.arguments()[written.parameter()] == launch.arguments()[read.parameter()]
            && written.writtenFrom() < read.readTo()
            && read.readFrom() < written.writtenTo()) {
          return true;
        }
      }
    }
    return false;
  }

  private List<DeviceArray> arguments(Instruction.Kernel kernel, KernelWork work, Launch launch)
      throws DeviceException {
    Object[] values = launch.arguments();
    DeviceArray[] found = new DeviceArray[values.length];
    Arrays.fill(found, NO_ARRAY);
    List<KernelParameter> parameters = work.source().parameters();
    for (int p = 0; p < found.length; p++) {
      if (p == launch.violation()) {
        found[p] = session.violation();
      } else if (parameters.get(p).isArray() && values[p] != null) {
        found[p] = DeviceArray.untouched(Array.getLength(values[p]));
      }
    }
    for (Binding binding : kernel.bindings()) {
      if (binding.allocation().isPresent()) {
        place(binding, values, found);
      }
    }
    return Arrays.asList(found);
  }

  private void place(Binding binding, Object[] values, DeviceArray[] found) {
    Object array = arrays.heap().array(binding.access().buffer().id()).orElse(binding);
    boolean used = false;
    for (int p = 0; p < values.length; p++) {
      if (values[p] == array) {
        used = true;
        found[p] = found[p].buffer().isEmpty() ? arrays.array(binding, array) : found[p];
      }
    }
    if (!used) {
      throw new IllegalStateException(
          binding.access().buffer().name() + " is none of the kernel's arrays any more");
    }
  }
}
