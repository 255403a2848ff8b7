package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Runs on a device the executions that kernels ran on the JVM, and compares the bits. Executions
 * are collected, and their kernels built as one program.
 */
public final class DeviceComparison {
  private final OpenClTestDevice device;
  private final LoadedKernels kernels;
  private final UnaryOperator<String> change;
  private final List<Execution> waiting = new ArrayList<>();
  private final Set<String> untranslatable = new TreeSet<>();
  private int executions;

  /**
   * @param change changes each OpenCL text before it is built
   */
  public DeviceComparison(
      OpenClTestDevice device, LoadedKernels kernels, UnaryOperator<String> change) {
    this.device = device;
    this.kernels = kernels;
    this.change = change;
  }

  /**
   * One execution of a kernel.
   *
   * @param before the arguments before the execution
   * @param after the arguments after the execution on the JVM
   */
  public record Execution(
      LoopKernel kernel, LaunchPlan.Run run, RangeKernel code, Object[] before, Object[] after) {
    /** Whether a violation was found. */
    boolean isViolated() {
      return TestProgram.violation(run.on(after)) != 0;
    }
  }

  /** The reasons why kernels could not be translated. */
  public Set<String> untranslatable() {
    return untranslatable;
  }

  /** The number of executions that were compared. */
  public int executions() {
    return executions;
  }

  /**
   * Adds an execution that has just ended on the JVM.
   *
   * @param before copies of its arguments that may be kept
   */
  void add(LoopKernel kernel, LaunchPlan.Run run, Object[] before) {
    add(kernel, run, kernels.code(kernel, run), before);
  }

  /** Adds an execution of any kernel of a loop. */
  void add(LoopKernel kernel, LaunchPlan.Run run, RangeKernel code, Object[] before) {
    List<Leaf> leaves = Leaf.of(run.launch().arguments());
    if (distinctArrays(leaves) != leaves.size() || hasNoRows(run.launch().arguments())) {
      // The tests' device has a buffer for each parameter.
      return;
    }
    Object[] after = TestProgram.copies(run.launch().arguments());
    waiting.add(new Execution(kernel, run, code, before, after));
  }

  /** Compares the collected executions; fails on the first difference. */
  void compare() {
    compare(
        failure -> {
          throw failure.error();
        });
  }

  /**
   * A difference.
   *
   * @param isBuilt whether the driver has built the kernel's text
   */
  public record Failure(LoopKernel kernel, boolean isBuilt, AssertionError error) {}

  /** Compares the collected executions. */
  public void compare(Consumer<Failure> failures) {
    List<Execution> all = new ArrayList<>(waiting);
    waiting.clear();
    Map<RangeKernel, OpenClSource> sources = new LinkedHashMap<>();
    for (Execution execution : all) {
      if (!sources.containsKey(execution.code())) {
        try {
          sources.put(execution.code(), translate(execution));
        } catch (UntranslatableException e) {
          untranslatable.add(e.getMessage());
        }
      }
    }
    compare(all, List.copyOf(sources.keySet()), sources, failures);
  }

  private void compare(
      List<Execution> all,
      List<RangeKernel> codes,
      Map<RangeKernel, OpenClSource> sources,
      Consumer<Failure> failures) {
    List<Execution> those = all.stream().filter(e -> codes.contains(e.code())).toList();
    if (those.isEmpty()) {
      return;
    }
    OpenClTestDevice.Program program;
    try {
      program = device.build(codes.stream().map(code -> sources.get(code).text()).toList());
    } catch (AssertionError e) {
      if (codes.size() == 1) {
        failures.accept(new Failure(those.get(0).kernel(), false, e));
        return;
      }
      int half = codes.size() / 2;
      List<Failure> parts = new ArrayList<>();
      compare(those, codes.subList(0, half), sources, parts::add);
      compare(those, codes.subList(half, codes.size()), sources, parts::add);
      if (parts.stream().allMatch(Failure::isBuilt)) {
        // Each of them builds alone: the way in which they were combined is wrong.
        parts.add(new Failure(those.get(0).kernel(), false, e));
      }
      parts.forEach(failures);
      return;
    }
    try (program) {
      for (Execution execution : those) {
        try {
          OpenClSource source = sources.get(execution.code());
          compare(execution, program, codes.indexOf(execution.code()), source);
        } catch (AssertionError e) {
          failures.accept(new Failure(execution.kernel(), true, e));
        }
      }
    }
  }

  private OpenClSource translate(Execution execution) throws UntranslatableException {
    RangeKernel code = execution.code();
    OpenClSource source =
        OpenClTranslator.translate(
            code.classFile(),
            execution.kernel().kernel().dimensions(),
            code.descriptors(),
            FloatingPoint.EXACT,
            code.scratch(),
            ArrayStart.FIRST_ELEMENT);
    return new OpenClSource(
        change.apply(source.text()),
        source.kernelName(),
        source.usesDouble(),
        source.usesByteStores(),
        source.privateBytes(),
        source.countsStarts());
  }

  private void compare(
      Execution execution, OpenClTestDevice.Program program, int number, OpenClSource source) {
    LaunchPlan.Run run = execution.run();
    Object[] actual = execution.before();
    for (Object argument : actual) {
      fillMissingRows(argument);
    }
    program.run(
        number,
        source.kernelName(),
        run.launch().space().starts(),
        run.launch().space().steps(),
        run.launch().space().counts(),
        execution.code().scratch(),
        actual);
    executions++;
    if (execution.isViolated()) {
      // It does not matter which of several violations is reported, and what was written besides.
      assertThat(((int[]) actual[run.launch().violation()])[0])
          .as("the violation on a device")
          .isNotZero();
      return;
    }
    List<Leaf> wanted = Leaf.of(execution.after());
    List<Leaf> found = Leaf.of(actual);
    for (int p = 0; p < wanted.size(); p++) {
      Object expected = wanted.get(p).array();
      String name = execution.code().parameters().get(wanted.get(p).parameter()).name();
      for (int i = 0; i < Array.getLength(expected); i++) {
        if (!Array.get(found.get(p).array(), i).equals(Array.get(expected, i))) {
          assertThat(Array.get(found.get(p).array(), i))
              .as("element %d of %s on a device%n%s", i, name, source.text())
              .isEqualTo(Array.get(expected, i));
        }
      }
    }
  }

  /** Fills in missing rows, which no kernel accesses. */
  private static void fillMissingRows(Object argument) {
    if (argument instanceof Object[] rows) {
      Object nothing = Array.newInstance(rows.getClass().getComponentType().getComponentType(), 0);
      Arrays.setAll(rows, r -> rows[r] == null ? nothing : rows[r]);
      for (Object row : rows) {
        fillMissingRows(row);
      }
    }
  }

  private static boolean hasNoRows(Object[] arguments) {
    return Arrays.stream(arguments).anyMatch(a -> a instanceof Object[] rows && rows.length == 0);
  }

  private static int distinctArrays(List<Leaf> leaves) {
    Map<Object, Object> seen = new IdentityHashMap<>();
    leaves.forEach(leaf -> seen.put(leaf.array(), leaf));
    return seen.size();
  }
}
