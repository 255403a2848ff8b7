package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs kernels and holds their plans to what they say: elements outside the read ranges are spoilt
 * before the run, and those outside the written ranges must come back as they were. Elements that
 * are said to be certainly written are spoilt too. With a device, the translated kernel must leave
 * the same bits.
 */
public final class CheckedLaunch implements TestProgram.Launcher {
  private final Optional<OpenClTestDevice> device;
  private final Map<List<Object>, OpenClSource> sources = new HashMap<>();
  private final Set<String> untranslatable = new TreeSet<>();
  private int onDevice;

  /** Kernels run on the device too if there is one. */
  public CheckedLaunch(Optional<OpenClTestDevice> device) {
    this.device = device;
  }

  /** Why kernels could not be translated. */
  public Set<String> untranslatable() {
    return untranslatable;
  }

  /** How many executions were compared with a device's. */
  public int onDevice() {
    return onDevice;
  }

  @Override
  public void launch(LoopKernel kernel, LaunchPlan.Run run) {
    Object[] before = TestProgram.copies(run.arguments());
    TestProgram.launch(kernel, run);
    if (TestProgram.violation(run) == 0) {
      checkClaims(kernel, run, before);
    }
    if (device.isPresent()) {
      compareWithDevice(kernel, run, before);
    }
  }

  private void checkClaims(LoopKernel kernel, LaunchPlan.Run run, Object[] before) {
    Map<Object, boolean[]> read = new IdentityHashMap<>();
    Map<Object, boolean[]> written = new IdentityHashMap<>();
    Map<Object, boolean[]> certain = new IdentityHashMap<>();
    Object[] arguments = run.arguments();
    for (LaunchPlan.Access access : run.accesses()) {
      Object array = arguments[access.parameter()];
      mark(read, array, access.readFrom(), access.readTo());
      mark(written, array, access.writtenFrom(), access.writtenTo());
      if (access.writesAll()) {
        mark(certain, array, access.writtenFrom(), access.writtenTo());
      }
    }
    for (int parameter : kernel.scratch()) {
      // What it holds before does not matter, and it is left alone.
      mark(read, arguments[parameter], 0, 0);
      mark(written, arguments[parameter], 0, 0);
    }
    Object[] spoilt = TestProgram.copies(before);
    List<Leaf> leaves = leaves(arguments);
    List<Leaf> spoiltLeaves = leaves(spoilt);
    List<Leaf> leavesBefore = leaves(before);
    Map<Object, Object> done = new IdentityHashMap<>();
    for (int p = 0; p < leaves.size(); p++) {
      Object leaf = leaves.get(p).array();
      boolean[] reads = read.get(leaf);
      boolean[] writes = written.get(leaf);
      boolean[] all = certain.get(leaf);
      boolean seen = done.put(leaf, leaf) != null;
      for (int i = 0; !seen && reads != null && i < reads.length; i++) {
        if (!reads[i] && (!writes[i] || (all != null && all[i]))) {
          spoil(spoiltLeaves.get(p).array(), i);
        }
      }
    }
    TestProgram.launch(kernel, run.with(spoilt));
    for (int p = 0; p < leaves.size(); p++) {
      boolean[] writes = written.get(leaves.get(p).array());
      String name = TestProgram.code(kernel, run).parameterNames().get(leaves.get(p).parameter());
      for (int i = 0; writes != null && i < writes.length; i++) {
        Object element = Array.get(leaves.get(p).array(), i);
        if (writes[i]) {
          assertThat(Array.get(spoiltLeaves.get(p).array(), i))
              .as("element %d of %s after %s", i, name, run.accesses())
              .isEqualTo(element);
        } else {
          assertThat(element)
              .as("untouched element %d of %s", i, name)
              .isEqualTo(Array.get(leavesBefore.get(p).array(), i));
        }
      }
    }
  }

  /** An array of numbers among the arguments, or a row of one. */
  private record Leaf(int parameter, Object array) {}

  /** The arrays of numbers in order; null rows and empty ones are left out. */
  private static List<Leaf> leaves(Object[] arguments) {
    List<Leaf> leaves = new ArrayList<>();
    for (int p = 0; p < arguments.length; p++) {
      addLeaves(p, arguments[p], leaves);
    }
    return leaves;
  }

  private static void addLeaves(int parameter, Object argument, List<Leaf> leaves) {
    if (argument instanceof Object[] rows) {
      for (Object row : rows) {
        if (row != null && Array.getLength(row) > 0) {
          addLeaves(parameter, row, leaves);
        }
      }
    } else if (argument.getClass().isArray()) {
      leaves.add(new Leaf(parameter, argument));
    }
  }

  private static void mark(Map<Object, boolean[]> marks, Object array, int from, int to) {
    assertThat(from).isBetween(0, to);
    if (array instanceof Object[] rows) {
      assertThat(to).isLessThanOrEqualTo(rows.length);
      for (int r = 0; r < rows.length; r++) {
        if (rows[r] != null) {
          mark(marks, rows[r], 0, r >= from && r < to ? Array.getLength(rows[r]) : 0);
        }
      }
      return;
    }
    boolean[] all = marks.computeIfAbsent(array, a -> new boolean[Array.getLength(a)]);
    for (int i = from; i < to; i++) {
      all[i] = true;
    }
  }

  private static void spoil(Object array, int i) {
    if (array instanceof boolean[] truths) {
      truths[i] = !truths[i];
    } else if (array instanceof char[] characters) {
      characters[i] ^= 0x5A5A;
    } else if (array instanceof float[] floats) {
      floats[i] = floats[i] == -77.5f ? 78.5f : -77.5f;
    } else if (array instanceof double[] doubles) {
      doubles[i] = doubles[i] == -77.5 ? 78.5 : -77.5;
    } else if (array instanceof byte[] bytes) {
      bytes[i] ^= 0x5A;
    } else if (array instanceof short[] shorts) {
      shorts[i] ^= 0x5A5A;
    } else if (array instanceof int[] ints) {
      ints[i] ^= 0x5A5A5A5A;
    } else if (array instanceof long[] longs) {
      longs[i] ^= 0x5A5A5A5A5A5AL;
    }
  }

  private void compareWithDevice(LoopKernel kernel, LaunchPlan.Run run, Object[] before) {
    List<Leaf> wanted = leaves(run.arguments());
    if (distinctArrays(wanted) != wanted.size() || hasNoRows(run.arguments())) {
      // The device of the tests has a buffer for each parameter.
      return;
    }
    KernelCode code = TestProgram.code(kernel, run);
    OpenClSource source = sources.get(List.of(kernel.site(), run.checked()));
    if (source == null) {
      try {
        source =
            OpenClTranslator.translate(
                code.classFile(),
                kernel.dimensions(),
                code.parameterTypes(),
                FloatingPoint.EXACT,
                code.scratch());
      } catch (UntranslatableException e) {
        untranslatable.add(e.getMessage());
        return;
      }
      sources.put(List.of(kernel.site(), run.checked()), source);
    }
    Object[] actual = TestProgram.copies(before);
    for (Object argument : actual) {
      fillMissingRows(argument);
    }
    device
        .orElseThrow()
        .runWithScratch(source, run.starts(), run.steps(), run.counts(), code.scratch(), actual);
    onDevice++;
    if (TestProgram.violation(run) != 0) {
      // Which of several violations is named, and what was written besides, does not matter.
      assertThat(((int[]) actual[run.violation()])[0]).as("the violation on a device").isNotZero();
      return;
    }
    List<Leaf> found = leaves(actual);
    for (int p = 0; p < wanted.size(); p++) {
      Object expected = wanted.get(p).array();
      String name = code.parameterNames().get(wanted.get(p).parameter());
      for (int i = 0; i < Array.getLength(expected); i++) {
        if (!Array.get(found.get(p).array(), i).equals(Array.get(expected, i))) {
          assertThat(Array.get(found.get(p).array(), i))
              .as("element %d of %s on a device%n%s", i, name, source)
              .isEqualTo(Array.get(expected, i));
        }
      }
    }
  }

  /** No row that is missing is touched. */
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
