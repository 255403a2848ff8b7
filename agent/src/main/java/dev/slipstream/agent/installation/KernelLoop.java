package dev.slipstream.agent.installation;

import dev.slipstream.compiler.KernelCode;
import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.loop.Admission;
import dev.slipstream.runtime.loop.Loop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What the compiler knows of a loop, as the runtime asks for it. Immutable and thread-safe. */
public final class KernelLoop implements Loop {
  private final LoopKernel source;
  private final RangeKernel kernel;
  private final boolean fastMath;

  /**
   * Describes a taken loop that is to have Java's results.
   *
   * @param source what the compiler made of it
   */
  public KernelLoop(LoopKernel source) {
    this(source, false);
  }

  /**
   * Describes a taken loop.
   *
   * @param source what the compiler made of it
   * @param fastMath whether devices may compute floating-point results that differ from Java's
   */
  public KernelLoop(LoopKernel source, boolean fastMath) {
    this.source = source;
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
    List<KernelParameter> parameters = new ArrayList<>();
    for (int p = 0; p < code.parameterNames().size(); p++) {
      String name = code.parameterNames().get(p);
      String type = code.parameterTypes().get(p);
      parameters.add(new KernelParameter(name, type, code.scratch().contains(p)));
    }
    return new RangeKernel(
        source.name().toString(),
        code.className(),
        code.classFile(),
        source.dimensions(),
        parameters,
        fastMath);
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
      return new Admission.Run(
          launch(run),
          run.resume(),
          run.work(),
          run.checked(),
          run.completion()::complete,
          run.fixedOrder(),
          run.iterations(),
          results(run, captures));
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
