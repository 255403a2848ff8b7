package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.reduction.ReductionLanes;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/** Makes the kernels of one loop: its own, and the one that checks everything that may throw. */
final class KernelFactory {
  private static final KernelParameter VIOLATION = new KernelParameter("violation", "[I");

  private final String loop;
  private final String className;
  private final String sourceFile;
  private final NestStructure nest;
  private final Captures captures;
  private final BodyScan scan;
  private final KernelChecks checks;
  private final Set<Integer> scratch;
  private final int free;
  private final Optional<ReductionLanes> lanes;
  private final Map<AbstractInsnNode, ElementUpdates.Update> steps;
  private int size;

  /**
   * @param loop the loop as shown to users
   * @param className the internal name of the loop's own kernel
   * @param scan the results of scanning the body
   * @param scratch the parameters of which each iteration has an array of its own
   * @param free the first local slot that the region does not use
   * @param lanes the lanes of the loop if it reduces
   */
  KernelFactory(
      String loop,
      String className,
      String sourceFile,
      NestStructure nest,
      Captures captures,
      BodyScan scan,
      Set<Integer> scratch,
      int free,
      Optional<ReductionLanes> lanes) {
    this.loop = loop;
    this.className = className;
    this.sourceFile = sourceFile;
    this.nest = nest;
    this.captures = captures;
    this.scan = scan;
    this.checks = scan.checks();
    this.scratch = Set.copyOf(scratch);
    this.free = free;
    this.lanes = lanes;
    this.steps = scan.steps();
  }

  /** The number of instructions of the most recently made body. */
  synchronized int size() {
    return size;
  }

  /**
   * Makes a kernel.
   *
   * @param checksAll whether it checks everything that may throw
   */
  synchronized RangeKernel make(boolean checksAll) {
    String name = checksAll ? className + "_checked" : className;
    boolean hasChecks = checksAll || checks.areNeeded();
    Optional<AtomicMethods> atomic =
        steps.isEmpty() ? Optional.empty() : Optional.of(new AtomicMethods(name, steps));
    KernelWriter.Additions additions =
        atomic.isPresent() ? atomic.get() : new KernelWriter.Additions();
    Optional<LaneKernel> laneKernel = Optional.empty();
    if (lanes.isPresent()) {
      int extras = KernelWriter.EXTRAS + (hasChecks ? 1 : 0);
      int locals = KernelWriter.LOCALS + free + 2;
      laneKernel =
          Optional.of(new LaneKernel(lanes.get(), nest.dimensions(), extras, locals, additions));
      additions = laneKernel.get();
    }
    KernelWriter writer =
        new KernelWriter(nest, captures, name, checks, checksAll, free, additions);
    InsnList code = writer.write();
    List<Value> parameters = captures.parameters();
    List<KernelParameter> passed = new ArrayList<>();
    for (int p = 0; p < parameters.size(); p++) {
      passed.add(parameter(parameters.get(p), scratch.contains(p)));
    }
    if (hasChecks) {
      passed.add(VIOLATION);
    }
    List<CountedLoop> dimensions = nest.dimensions();
    if (lanes.isPresent() && laneKernel.isPresent()) {
      passed.addAll(lanes.get().parameters());
      code = laneKernel.get().around(code);
      dimensions = List.of(LaneKernel.LANES);
    }
    size = code.size();
    List<MethodNode> methods = new ArrayList<>(writer.helpers());
    List<FieldNode> fields = new ArrayList<>();
    if (atomic.isPresent()) {
      methods.addAll(atomic.get().methods());
      fields.addAll(atomic.get().fields());
    }
    byte[] classFile =
        new KernelClassWriter(
                name, sourceFile, dimensions, types(passed), parameters.size(), scratch, code)
            .write(fields, methods);
    return new RangeKernel(loop, name.replace('/', '.'), classFile, dimensions.size(), passed)
        .withNewBytes(scan.privateBytes());
  }

  /**
   * Makes the kernel that only checks whether an iteration throws.
   *
   * @param checksAll whether it checks everything that may throw, or only what can never be proven
   * @return empty if there is nothing to check, or if that depends on the effects of iterations
   */
  synchronized Optional<Inspector> inspector(boolean checksAll) {
    if (!scratch.isEmpty() || lanes.isPresent()) {
      return Optional.empty();
    }
    Optional<ConditionSlice> slice = ConditionSlice.of(nest, scan, checksAll);
    Optional<SliceCode> written =
        slice.map(s -> new SliceCode(nest, s)).filter(SliceCode::isPossible);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    String name = className + (checksAll ? "_inspector" : "_own_inspector");
    KernelWriter writer =
        new KernelWriter(nest, captures, name, checks, checksAll, free, written.get());
    InsnList code = writer.write();
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
            .write(List.of(), writer.helpers());
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
