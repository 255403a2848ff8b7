package dev.slipstream.agent.connection;

import dev.slipstream.boot.GatedCallSite;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.EntryGate;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The gates in front of loops. A call site gets its gate when it is linked and its loop compiled,
 * even if no execution may ever pass: the class that comes with a gate is defined in a millisecond,
 * and the JDK takes 4 to 20 to combine method handles that do the same. It gets a class like it
 * once executions always pass. Thread-safe.
 */
final class EntryGates {
  private final Map<Integer, Gate> gates = new ConcurrentHashMap<>();
  private final Map<Integer, OpenCallSites> open = new ConcurrentHashMap<>();
  private final Log log;

  EntryGates(Log log) {
    this.log = log;
  }

  /**
   * The gate in front of a loop.
   *
   * @param plansFirst whether even the first executions are planned, for the report
   */
  EntryGate of(LoopKernel kernel, boolean plansFirst) {
    Gate gate = new Gate(kernel.name().toString(), kernel::workClass, plansFirst, log);
    gates.put(kernel.site(), gate);
    return gate;
  }

  /** Prepares for the call sites of a loop that is compiled when it is reached. */
  void open(int site) {
    open.put(site, new OpenCallSites());
  }

  /**
   * Such a loop was compiled. Its call sites get the gate of the first kernel for which they can
   * estimate the work of executions, as long as its classes are loaded; executions of other kernels
   * do not pass it.
   *
   * @param site the number of the loop's call sites
   * @param kernel the number of the kernel, whose gate exists
   */
  void taken(int site, int kernel, OpenWork work) {
    OpenCallSites callSites = open.get(site);
    Gate gate = gates.get(kernel);
    if (callSites != null && gate != null) {
      callSites.use(gate, work);
    }
  }

  /** Registers a newly linked call site. */
  void linked(int site, GatedCallSite callSite) {
    Gate gate = gates.get(site);
    OpenCallSites openSites = open.get(site);
    if (gate != null) {
      gate.linked(callSite);
    } else if (openSites != null) {
      openSites.linked(callSite);
    }
  }

  /** Forgets loops whose classes were unloaded; ignores unknown numbers. */
  void remove(Set<Integer> sites) {
    gates.keySet().removeAll(sites);
    open.keySet().removeAll(sites);
  }

  /** The call sites of a loop that is compiled when it is reached. */
  private final class OpenCallSites {
    private final List<WeakReference<GatedCallSite>> callSites = new ArrayList<>();
    private @Nullable Gate gate;
    private List<WeakReference<Class<?>>> classes = List.of();
    private Optional<byte[]> workClass = Optional.empty();

    synchronized void linked(GatedCallSite callSite) {
      callSites.add(new WeakReference<>(callSite));
      if (gate != null) {
        gate.linked(callSite, () -> workClass);
      }
    }

    synchronized void use(Gate kernel, OpenWork work) {
      boolean isUsed = classes.stream().allMatch(type -> type.get() != null);
      if (gate != null && isUsed) {
        return;
      }
      Optional<byte[]> written = write(kernel, work);
      if (written.isEmpty()) {
        return;
      }
      if (gate != null) {
        gate.forget();
      }
      gate = kernel;
      classes = work.classes();
      workClass = written;
      kernel.passing.of(classes.toArray(EntryGates::noClasses));
      for (WeakReference<GatedCallSite> known : callSites) {
        GatedCallSite callSite = known.get();
        if (callSite != null) {
          kernel.linked(callSite, () -> written);
        }
      }
    }

    /** Writes the class; if that fails, each execution is looked up as before. */
    private Optional<byte[]> write(Gate kernel, OpenWork work) {
      try {
        return work.classFile().get();
      } catch (RuntimeException | LinkageError failure) {
        log.debug(() -> kernel.loop + " has no gate in front of it", failure);
        return Optional.empty();
      }
    }
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static WeakReference<Class<?>>[] noClasses(int length) {
    return new WeakReference[length];
  }

  /** The gate of one loop, which may have several call sites. */
  private static final class Gate implements EntryGate {
    private final LoopGate passing = new LoopGate();
    private final String loop;
    private final Supplier<Optional<byte[]>> workClass;
    private final boolean plansFirst;
    private final Log log;
    private final List<Gated> gated = new ArrayList<>();

    /** For executions of which work the call sites have got their classes again. */
    private double renewedFor = Double.NEGATIVE_INFINITY;

    /**
     * A call site with this gate.
     *
     * @param code its class file
     */
    private record Gated(WeakReference<GatedCallSite> callSite, byte[] code) {}

    Gate(String loop, Supplier<Optional<byte[]>> workClass, boolean plansFirst, Log log) {
      this.loop = loop;
      this.workClass = workClass;
      this.plansFirst = plansFirst;
      this.log = log;
    }

    @Override
    public boolean plansFirst() {
      return plansFirst;
    }

    @Override
    public void first(double work) {
      if (!plansFirst) {
        passing.first(work);
      }
    }

    @Override
    public void always(double work) {
      passing.always(work);
      renew(work);
    }

    /**
     * Puts new classes into the call sites, as executions of up to this work pass from now on. In
     * the profile of a class that has submitted some, the JIT would see that this happens. So it
     * would compile the call, too, and keep the arrays of the method around the loop in memory
     * because of it.
     */
    private synchronized void renew(double work) {
      if (work > renewedFor) {
        renewedFor = work;
        for (Gated known : gated) {
          GatedCallSite callSite = known.callSite().get();
          if (callSite != null) {
            use(callSite, known.code());
          }
        }
      }
    }

    /** The call sites have got another gate. */
    synchronized void forget() {
      gated.clear();
    }

    @Override
    public void next(int times, double work) {
      passing.next(times, work);
    }

    @Override
    public double looked() {
      return passing.looked();
    }

    @Override
    public long passedFirst() {
      return passing.passedFirst();
    }

    @Override
    public long passedAlways() {
      return passing.passedAlways();
    }

    @Override
    public long passedNext() {
      return passing.passedNext();
    }

    void linked(GatedCallSite callSite) {
      linked(callSite, workClass);
    }

    /** Puts the gate into a call site; if that fails, each execution is submitted as before. */
    synchronized void linked(GatedCallSite callSite, Supplier<Optional<byte[]>> estimate) {
      try {
        Optional<byte[]> code = estimate.get();
        if (code.isPresent()) {
          use(callSite, code.get());
          gated.removeIf(known -> known.callSite().refersTo(null));
          if (callSite.isCompiledIntoProgram()) {
            gated.add(new Gated(new WeakReference<>(callSite), code.get()));
          }
        }
      } catch (RuntimeException | LinkageError failure) {
        log(failure);
      }
    }

    private void use(GatedCallSite callSite, byte[] code) {
      try {
        callSite.gate(code, passing);
      } catch (ReflectiveOperationException | RuntimeException | LinkageError failure) {
        log(failure);
      }
    }

    private void log(Throwable failure) {
      log.debug(() -> loop + " has no gate in front of it, or an earlier one", failure);
    }
  }
}
