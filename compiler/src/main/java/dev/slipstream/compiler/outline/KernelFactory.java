package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.KernelCode;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.value.SymbolicExecution;
import dev.slipstream.compiler.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.InsnList;

/** Makes the kernels of one loop: its own, and the one that checks all that may throw. */
final class KernelFactory {
  private static final String VIOLATION = "violation";

  private final String className;
  private final String sourceFile;
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final NestStructure nest;
  private final Captures captures;
  private final KernelChecks checks;
  private final Set<Integer> scratch;
  private final int free;
  private int size;

  /**
   * @param className the internal name of the loop's own kernel
   * @param scratch the parameters of which each iteration has an array of its own
   * @param free the first local slot that the region does not use
   */
  KernelFactory(
      String className,
      String sourceFile,
      ControlFlow flow,
      SymbolicExecution execution,
      NestStructure nest,
      Captures captures,
      KernelChecks checks,
      Set<Integer> scratch,
      int free) {
    this.className = className;
    this.sourceFile = sourceFile;
    this.flow = flow;
    this.execution = execution;
    this.nest = nest;
    this.captures = captures;
    this.checks = checks;
    this.scratch = Set.copyOf(scratch);
    this.free = free;
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
  synchronized KernelCode make(boolean checksAll) {
    String name = checksAll ? className + "_checked" : className;
    KernelMathLibrary library = new KernelMathLibrary(name);
    InsnList code =
        new KernelWriter(flow, execution, nest, captures, library, checks, checksAll, free).write();
    size = code.size();
    List<Value> parameters = captures.parameters();
    List<String> names = new ArrayList<>(parameters.stream().map(Object::toString).toList());
    List<String> types = new ArrayList<>(parameters.stream().map(Captures::passedType).toList());
    if (checksAll || checks.areNeeded()) {
      names.add(VIOLATION);
      types.add("[I");
    }
    byte[] classFile =
        new KernelClass(
                name, sourceFile, nest.dimensions(), types, parameters.size(), scratch, code)
            .write(library.methods());
    return new KernelCode(name.replace('/', '.'), classFile, names, types, scratch);
  }
}
