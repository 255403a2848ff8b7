package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import java.lang.reflect.Array;
import java.util.ArrayList;
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
final class CheckedLaunch implements TestProgram.Launcher {
  private final Optional<OpenClTestDevice> device;
  private final Map<LoopKernel, OpenClSource> sources = new HashMap<>();
  private final Set<String> untranslatable = new TreeSet<>();
  private int onDevice;

  CheckedLaunch(Optional<OpenClTestDevice> device) {
    this.device = device;
  }

  /** Why kernels could not be translated. */
  Set<String> untranslatable() {
    return untranslatable;
  }

  /** How many executions were compared with a device's. */
  int onDevice() {
    return onDevice;
  }

  @Override
  public void launch(LoopKernel kernel, LaunchPlan.Run run) {
    Object[] before = copies(run.arguments());
    TestProgram.launch(kernel, run);
    checkClaims(kernel, run, before);
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
    Object[] spoilt = copies(before, arguments);
    for (int p = 0; p < arguments.length; p++) {
      boolean[] reads = read.get(arguments[p]);
      boolean[] writes = written.get(arguments[p]);
      boolean[] all = certain.get(arguments[p]);
      for (int i = 0; reads != null && i < reads.length; i++) {
        if (!reads[i] && (!writes[i] || (all != null && all[i]))) {
          spoil(spoilt[p], i);
        }
      }
    }
    TestProgram.launch(
        kernel,
        new LaunchPlan.Run(
            run.starts(),
            run.steps(),
            run.counts(),
            spoilt,
            run.accesses(),
            run.resume(),
            run.work()));
    for (int p = 0; p < arguments.length; p++) {
      boolean[] writes = written.get(arguments[p]);
      for (int i = 0; writes != null && i < writes.length; i++) {
        Object element = Array.get(arguments[p], i);
        if (writes[i]) {
          assertThat(Array.get(spoilt[p], i))
              .as("element %d of %s after %s", i, kernel.parameterNames().get(p), run.accesses())
              .isEqualTo(element);
        } else {
          assertThat(element)
              .as("untouched element %d of %s", i, kernel.parameterNames().get(p))
              .isEqualTo(Array.get(before[p], i));
        }
      }
    }
  }

  private static void mark(Map<Object, boolean[]> marks, Object array, int from, int to) {
    boolean[] all = marks.computeIfAbsent(array, a -> new boolean[Array.getLength(a)]);
    assertThat(from).isBetween(0, to);
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
    if (distinctArrays(run.arguments()) != arrays(run.arguments())) {
      // The device of the tests has a buffer for each parameter.
      return;
    }
    OpenClSource source = sources.get(kernel);
    if (source == null) {
      try {
        source =
            OpenClTranslator.translate(
                kernel.classFile(), kernel.dimensions(), kernel.parameterTypes());
      } catch (UntranslatableException e) {
        untranslatable.add(e.getMessage());
        return;
      }
      sources.put(kernel, source);
    }
    Object[] actual = copies(before);
    device.orElseThrow().run(source, run.starts(), run.steps(), run.counts(), actual);
    onDevice++;
    for (int p = 0; p < actual.length; p++) {
      if (actual[p].getClass().isArray()) {
        for (int i = 0; i < Array.getLength(actual[p]); i++) {
          if (!Array.get(actual[p], i).equals(Array.get(run.arguments()[p], i))) {
            assertThat(Array.get(actual[p], i))
                .as("element %d of %s on a device%n%s", i, kernel.parameterNames().get(p), source)
                .isEqualTo(Array.get(run.arguments()[p], i));
          }
        }
      }
    }
  }

  private static long arrays(Object[] arguments) {
    return List.of(arguments).stream().filter(a -> a.getClass().isArray()).count();
  }

  private static int distinctArrays(Object[] arguments) {
    Map<Object, Object> seen = new IdentityHashMap<>();
    for (Object argument : arguments) {
      if (argument.getClass().isArray()) {
        seen.put(argument, argument);
      }
    }
    return seen.size();
  }

  private static Object[] copies(Object[] arguments) {
    return copies(arguments, arguments);
  }

  /** Copies of arguments; what is one array among {@code same} is one array among the copies. */
  private static Object[] copies(Object[] arguments, Object[] same) {
    Map<Object, Object> made = new IdentityHashMap<>();
    List<Object> copies = new ArrayList<>();
    for (int p = 0; p < arguments.length; p++) {
      Object argument = arguments[p];
      copies.add(
          argument.getClass().isArray()
              ? made.computeIfAbsent(same[p], s -> copy(argument))
              : argument);
    }
    return copies.toArray();
  }

  private static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }
}
