package dev.slipstream.tornado.resident;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.HostAllocations;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the thread of a device's lane does. */
final class LaneWork implements HostWork<Step> {
  private final ResidentSession session;
  private final HeapArrays heap;
  private final HostAllocations host;
  private final ArraysOnDevice arrays;
  private final Copies copies;
  private final HostForm hostForm;
  private final KernelWindows windows;

  LaneWork(
      ResidentSession session,
      HeapArrays heap,
      HostAllocations host,
      ArraysOnDevice arrays,
      Copies copies,
      HostForm hostForm,
      KernelWindows windows) {
    this.session = session;
    this.heap = heap;
    this.host = host;
    this.arrays = arrays;
    this.copies = copies;
    this.hostForm = hostForm;
    this.windows = windows;
  }

  @Override
  public void run(Job<Step> job) throws TornadoException, DeviceException {
    runSome(List.of(job));
  }

  @Override
  public int most() {
    return KernelWindows.MOST_RUNS;
  }

  @Override
  public int runSome(List<Job<Step>> waiting) throws TornadoException, DeviceException {
    int[] done = {0};
    session.use(
        () -> {
          done[0] = runNext(waiting);
        });
    waiting.subList(0, done[0]).forEach(job -> job.work().release());
    return done[0];
  }

  /** Runs the first job, or a window that begins with it; tells how many jobs that were. */
  private int runNext(List<Job<Step>> waiting) throws TornadoException, DeviceException {
    Step step = waiting.get(0).work();
    if (!(step.instruction() instanceof Instruction.Kernel kernel)) {
      windows.interrupted();
      move(step.instruction());
      return 1;
    }
    boolean mayBeWindow =
        windows.any()
            && waiting.size() > 1
            && waiting.get(1).work().instruction() instanceof Instruction.Kernel;
    @Nullable KernelRun prepared = mayBeWindow ? repeated(step) : null;
    int together = prepared == null ? 0 : together(prepared, waiting);
    if (together > 0) {
      return together;
    }
    compute(kernel, work(kernel, step), prepared);
    return 1;
  }

  /**
   * Runs a window, if these jobs are one; tells how many were run, or 0.
   *
   * @param first the first job's
   */
  private int together(KernelRun first, List<Job<Step>> waiting) throws TornadoException {
    @Nullable SteadyRun known = first.known();
    @Nullable KernelWindow window = known == null ? null : known.window();
    if (window == null || window.size() > waiting.size()) {
      return 0;
    }
    List<KernelRun> runs = new ArrayList<>(window.size());
    runs.add(first);
    for (int place = 1; place < window.size(); place++) {
      @Nullable KernelRun next = repeated(waiting.get(place).work());
      if (next == null || !window.has(place, next)) {
        return 0;
      }
      runs.add(next);
    }
    window.run(runs);
    windows.ranTogether(window);
    return window.size();
  }

  /** The run of a kernel that has run before; null if it is none, or refused by now. */
  private @Nullable KernelRun repeated(Step step) {
    if (step.instruction() instanceof Instruction.Kernel kernel) {
      ResidentWork work = work(kernel, step);
      try {
        return work.kernel().hasRun() ? prepared(kernel, work) : null;
      } catch (TornadoException | IllegalStateException alone) {
        // By itself it fails again, where that is seen to.
        return null;
      }
    }
    return null;
  }

  private static ResidentWork work(Instruction.Kernel kernel, Step step) {
    Work any = step.work().orElseThrow();
    return (ResidentWork) (any instanceof DeviceWork shared ? shared.at(kernel.device()) : any);
  }

  private KernelRun prepared(Instruction.Kernel kernel, ResidentWork work) throws TornadoException {
    Launch launch = work.launch(kernel.chunk());
    @Nullable KeptArray[] found = found(kernel.bindings(), launch.arguments());
    return work.kernel().on(launch, Arrays.asList(found), arrays, session.nothing());
  }

  /** Allocates, copies or frees. */
  private void move(Instruction instruction) throws TornadoException {
    if (instruction instanceof Instruction.Copy copy) {
      copies.copy(copy);
    } else if (instruction instanceof Instruction.Allocate allocate) {
      if (allocate.allocation().memory().isDevice()) {
        arrays.allocate(allocate.allocation());
      } else {
        // Rows differ in length: what the planner counts is their mean.
        host.allocate(
            new Instruction.Allocate(
                allocate.id(), allocate.allocation(), arrays.bytes(allocate.allocation())),
            MemoryStore.Purpose.SPILL);
      }
    } else if (instruction instanceof Instruction.Free free) {
      if (free.allocation().memory().isDevice()) {
        arrays.free(free.allocation());
      } else {
        host.free(free);
      }
    } else {
      throw new IllegalStateException("a device is not asked for " + instruction);
    }
  }

  private void compute(Instruction.Kernel kernel, ResidentWork work, @Nullable KernelRun prepared)
      throws TornadoException, DeviceException {
    try {
      KernelRun run = prepared == null ? prepared(kernel, work) : prepared;
      windows.ran(work.kernel().run(run, work.isShared()));
    } catch (TornadoException e) {
      windows.interrupted();
      if (!work.kernel().isRefused()) {
        throw e;
      }
      hostForm.run(kernel, work.kernel(), work.launch(kernel.chunk()), e);
    }
  }

  /** Where the arrays are that a kernel touches, by its parameters. */
  private @Nullable KeptArray[] found(List<Binding> bindings, Object[] arguments) {
    @Nullable KeptArray[] found = new KeptArray[arguments.length];
    for (Binding binding : bindings) {
      if (binding.allocation().isPresent()) {
        Allocation allocation = binding.allocation().get();
        Object array = heap.array(binding.access().buffer().id()).orElse(binding);
        boolean used = false;
        for (int p = 0; p < arguments.length; p++) {
          if (arguments[p] == array) {
            used = true;
            found[p] = arrays.array(allocation);
          }
        }
        if (!used) {
          throw new IllegalStateException(
              binding.access().buffer().name() + " is none of the kernel's arrays any more");
        }
      }
    }
    return found;
  }
}
