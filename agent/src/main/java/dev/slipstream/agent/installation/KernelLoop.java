package dev.slipstream.agent.installation;

import dev.slipstream.compiler.analysis.LaunchPlan;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.KernelCode;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.launch.Admission;
import dev.slipstream.runtime.launch.Inspector;
import dev.slipstream.runtime.launch.Loop;
import dev.slipstream.runtime.node.Division;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the compiler knows of a loop, as the runtime asks for it. Immutable and thread-safe. */
public final class KernelLoop implements Loop {
  private final LoopKernel source;
  private final RangeKernel kernel;
  private final boolean fastMath;
  private final MapperListener listener;
  private final Optional<Promises> promises;
  private final MappedShapes shapes = new MappedShapes();
  private final AtomicBoolean wasReached = new AtomicBoolean();
  private volatile List<String> mappers = List.of();
  private volatile boolean isBroken;

  /**
   * Describes a taken loop that is to have Java's results.
   *
   * @param source what the compiler made of it
   */
  public KernelLoop(LoopKernel source) {
    this(source, false, (kernel, start, captures) -> {}, Optional.empty());
  }

  /** Learns of the first execution of a loop that may run as a kernel. */
  @FunctionalInterface
  public interface MapperListener {
    /**
     * The execution was reached. What it throws is dropped.
     *
     * @param start the loop variable's value at the loop's entry
     * @param captures what the call site passed
     */
    void reached(LoopKernel kernel, int start, Object[] captures);
  }

  /**
   * Describes a taken loop.
   *
   * @param source what the compiler made of it
   * @param fastMath whether devices may compute floating-point results that differ from Java's
   * @param listener is told of the first execution
   * @param promises looks at each execution whether it reads what the user says
   */
  public KernelLoop(
      LoopKernel source, boolean fastMath, MapperListener listener, Optional<Promises> promises) {
    this.source = source;
    this.listener = listener;
    this.promises = promises;
    this.fastMath = fastMath;
    this.kernel =
        kernel(
            new KernelCode(
                source.className(),
                source.classFile(),
                source.parameterNames(),
                source.parameterTypes(),
                source.scratch()));
  }

  private RangeKernel kernel(KernelCode code) {
    return kernel(code, source.name().toString());
  }

  private RangeKernel kernel(KernelCode code, String name) {
    List<KernelParameter> parameters = new ArrayList<>();
    for (int p = 0; p < code.parameterNames().size(); p++) {
      parameters.add(
          new KernelParameter(
              code.parameterNames().get(p),
              code.parameterTypes().get(p),
              code.scratch().contains(p)));
    }
    return new RangeKernel(
        name, code.className(), code.classFile(), source.dimensions(), parameters, fastMath);
  }

  @Override
  public String name() {
    return source.name().toString();
  }

  @Override
  public RangeKernel kernel() {
    return kernel;
  }

  @Override
  public RangeKernel checkedKernel() {
    return kernel(source.checked());
  }

  @Override
  public Optional<Inspector> inspector(boolean checked) {
    return source
        .inspector(checked)
        .map(
            found ->
                new Inspector(
                    kernel(found.code(), source.name() + " (inspection)"),
                    found.parameters(),
                    found.contents(),
                    found.share()));
  }

  @Override
  public String violation(int number) {
    return source.violation(number);
  }

  @Override
  public String note() {
    // The bounds in the note are those of the exact kernel.
    return fastMath && !source.note().isEmpty()
        ? source.note() + "; on OpenCL as fastMath allows"
        : source.note();
  }

  @Override
  public Admission admit(int start, Object[] captures) {
    LaunchPlan plan = source.plan(start, captures);
    if (plan instanceof LaunchPlan.Run run) {
      if (!wasReached.get() && wasReached.compareAndSet(false, true)) {
        describe(start, captures);
      }
      promises.ifPresent(check -> keep(check, start, captures, run));
      return new Admission.Run(
          launch(run),
          run.resume(),
          run.work(),
          run.checked(),
          run.completion()::complete,
          run.fixedOrder(),
          run.iterations(),
          results(run, captures),
          () -> divisions(start, captures));
    }
    if (plan instanceof LaunchPlan.Stay stay) {
      return new Admission.Stay(stay.reason());
    }
    return new Admission.Empty();
  }

  /** The arrays that the program did not pass. */
  private static List<Object> results(LaunchPlan.Run run, Object[] captures) {
    Set<Object> passed = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(passed, captures);
    List<Object> results = new ArrayList<>();
    for (LaunchPlan.Access access : run.accesses()) {
      Object array = run.arguments()[access.parameter()];
      if (!passed.contains(array)) {
        results.add(array);
      }
    }
    return results;
  }

  /**
   * What an execution reads and writes, as the task graph asks for it. Executions of one shape
   * share one answer. Thread-safe.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures what the call site passed
   * @return empty if there is nothing to run as a kernel
   */
  public Optional<MappedLoop> mapped(int start, Object[] captures) {
    return source.mappers(start, captures).map(shapes::of);
  }

  /** The ways to divide an execution, the best one first; never throws. */
  private List<Division> divisions(int start, Object[] captures) {
    try {
      return mapped(start, captures)
          .filter(loop -> !loop.mappers().isReduction())
          .map(MappedLoop::divisions)
          .orElse(List.of());
    } catch (RuntimeException | StackOverflowError unknown) {
      // One device runs it as a whole.
      return List.of();
    }
  }

  @Override
  public List<String> mappers() {
    return mappers;
  }

  /** Whether executions keep what the user has promised of them. */
  @FunctionalInterface
  public interface Promises {
    /**
     * Looks at an execution before it runs.
     *
     * @return what it breaks, as shown to users
     */
    Optional<String> broken(int start, Object[] captures, LaunchPlan.Run run);
  }

  /** Keeps the first promise that is broken, for the report. */
  private void keep(Promises check, int start, Object[] captures, LaunchPlan.Run run) {
    Optional<String> broken = isBroken ? Optional.empty() : check.broken(start, captures, run);
    if (broken.isPresent()) {
      isBroken = true;
      List<String> lines = new ArrayList<>(mappers);
      lines.add(broken.get());
      mappers = List.copyOf(lines);
    }
  }

  /** Keeps what the first execution reads and writes, for the report; never throws. */
  private void describe(int start, Object[] captures) {
    try {
      mappers = source.mappers(start, captures).map(LoopMappers::lines).orElse(List.of());
      listener.reached(source, start, captures);
    } catch (Throwable unknown) {
      // The report is not worth an execution; it says that this is missing.
      mappers = List.of("what it reads and writes could not be found: " + unknown);
    }
  }

  private static Launch launch(LaunchPlan.Run run) {
    List<ArrayAccess> accesses = new ArrayList<>(run.accesses().size());
    for (LaunchPlan.Access access : run.accesses()) {
      accesses.add(
          new ArrayAccess(
              access.parameter(),
              access.readFrom(),
              access.readTo(),
              access.writtenFrom(),
              access.writtenTo(),
              access.writesAll()));
    }
    return new Launch(
        new IterationSpace(run.starts(), run.steps(), run.counts()),
        run.arguments(),
        accesses,
        run.violation());
  }
}
