package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.reduction.ReductionLanes;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/** Makes the kernels of one loop: its own, and the one that checks all that may throw. */
final class KernelFactory {
  private static final KernelParameter VIOLATION = new KernelParameter("violation", "[I");

  private final String loop;
  private final String className;
  private final String sourceFile;
  private final NestStructure nest;
  private final Captures captures;
  private final KernelChecks checks;
  private final Set<Integer> scratch;
  private final int free;
  private final Optional<ReductionLanes> lanes;
  private final ElementReductions reductions;
  private int size;

  /**
   * @param loop the loop as shown to users
   * @param className the internal name of the loop's own kernel
   * @param scratch the parameters of which each iteration has an array of its own
   * @param free the first local slot that the region does not use
   * @param lanes how it runs if it reduces
   * @param reductions the elements that it changes in one step
   */
  KernelFactory(
      String loop,
      String className,
      String sourceFile,
      NestStructure nest,
      Captures captures,
      KernelChecks checks,
      Set<Integer> scratch,
      int free,
      Optional<ReductionLanes> lanes,
      ElementReductions reductions) {
    this.loop = loop;
    this.className = className;
    this.sourceFile = sourceFile;
    this.nest = nest;
    this.captures = captures;
    this.checks = checks;
    this.scratch = Set.copyOf(scratch);
    this.free = free;
    this.lanes = lanes;
    this.reductions = reductions;
  }

  /** The number of instructions of the body that was made last. */
  synchronized int size() {
    return size;
  }

  /**
   * Makes a kernel.
   *
   * @param checksAll whether it checks all that may throw
   */
  synchronized RangeKernel make(boolean checksAll) {
    String name = checksAll ? className + "_checked" : className;
    KernelMathLibrary library = new KernelMathLibrary(name);
    boolean hasChecks = checksAll || checks.areNeeded();
    LaneKernel laneKernel =
        new LaneKernel(
            lanes.orElse(new ReductionLanes(nest.dimensions().size(), List.of())),
            nest.dimensions(),
            KernelWriter.EXTRAS + (hasChecks ? 1 : 0),
            KernelWriter.LOCALS + free + 2,
            node -> reductions.instead(node, name));
    InsnList code =
        new KernelWriter(nest, captures, library, checks, checksAll, free, laneKernel).write();
    List<Value> parameters = captures.parameters();
    List<KernelParameter> passed = new ArrayList<>();
    for (int p = 0; p < parameters.size(); p++) {
      passed.add(parameter(parameters.get(p), scratch.contains(p)));
    }
    if (hasChecks) {
      passed.add(VIOLATION);
    }
    List<CountedLoop> dimensions = nest.dimensions();
    if (lanes.isPresent()) {
      for (ReductionLanes.Parameter extra : lanes.get().parameters()) {
        passed.add(new KernelParameter(extra.name(), extra.type()));
      }
      code = laneKernel.around(code);
      dimensions = List.of(LaneKernel.LANES);
    }
    size = code.size();
    AtomicMethods atomic = new AtomicMethods(name, reductions.atomics());
    List<MethodNode> methods = new ArrayList<>(library.methods());
    methods.addAll(atomic.methods());
    byte[] classFile =
        new KernelClassWriter(
                name, sourceFile, dimensions, types(passed), parameters.size(), scratch, code)
            .write(atomic.fields(), methods);
    return new RangeKernel(loop, name.replace('/', '.'), classFile, dimensions.size(), passed);
  }

  /**
   * Makes the kernel that only looks whether an iteration throws.
   *
   * @param checksAll whether it looks at all that may throw; otherwise at what is never known
   *     before
   * @return empty if there is nothing to look at, or that depends on what iterations do
   */
  synchronized Optional<Inspector> inspector(boolean checksAll) {
    if (!scratch.isEmpty() || lanes.isPresent()) {
      return Optional.empty();
    }
    Optional<ConditionSlice> slice = ConditionSlice.of(nest, captures, checks, checksAll);
    Optional<SliceCode> written =
        slice.map(s -> new SliceCode(nest, s)).filter(SliceCode::isPossible);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    String name = className + (checksAll ? "_inspector" : "_own_inspector");
    KernelMathLibrary library = new KernelMathLibrary(name);
    InsnList code =
        new KernelWriter(nest, captures, library, checks, checksAll, free, written.get()).write();
    UnusedCode.removeDead(code);
    List<Integer> parameters =
        UnusedCode.removeParameters(code, nest.dimensions().size(), captures.parameters().size());
    List<KernelParameter> passed = new ArrayList<>();
    for (int parameter : parameters) {
      passed.add(parameter(captures.parameters().get(parameter), /* isScratch= */ false));
    }
    passed.add(VIOLATION);
    byte[] classFile =
        new KernelClassWriter(
                name,
                sourceFile,
                nest.dimensions(),
                types(passed),
                parameters.size(),
                Set.of(),
                code)
            .write(List.of(), library.methods());
    RangeKernel kernel =
        new RangeKernel(
            loop + " (inspection)",
            name.replace('/', '.'),
            classFile,
            nest.dimensions().size(),
            passed);
    return Optional.of(
        new Inspector(kernel, parameters, slice.get().contents(), slice.get().share()));
  }

  private static KernelParameter parameter(Value value, boolean isScratch) {
    return new KernelParameter(value.toString(), Captures.passedType(value), isScratch);
  }

  private static List<String> types(List<KernelParameter> parameters) {
    return parameters.stream().map(KernelParameter::descriptor).toList();
  }
}
