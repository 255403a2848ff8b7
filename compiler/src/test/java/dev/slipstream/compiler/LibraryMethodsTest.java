package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.inlining.Intrinsics;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;

/**
 * Every public static method over primitives of the JDK's classes of numbers, those of the running
 * JDK: taken, with Java's bits on all cores and on an OpenCL device, or listed here with the reason
 * why not.
 */
class LibraryMethodsTest {
  private static final int METHODS_OF_A_LOOP = 8;

  /** They throw for some arguments. */
  private static final String MAY_THROW = "\\w+Exact|clamp";

  /** By class: what is refused, as a pattern of names, and why. */
  private static final Map<Class<?>, String> REFUSED =
      Map.of(
          // It draws from a generator that all threads share.
          Math.class,
          "random",
          StrictMath.class,
          "random",
          // They look into tables of Unicode, which differ from JDK to JDK.
          Character.class,
          "digit|get(Directionality|NumericValue|Type)|to(Lower|Upper|Title)Case"
              + "|is(Alphabetic|Defined|Digit|Emoji\\w*|ExtendedPictographic|IdentifierIgnorable"
              + "|Ideographic|JavaIdentifier(Part|Start)|JavaLetter(OrDigit)?|Letter(OrDigit)?"
              + "|(Lower|Upper|Title)Case|Mirrored|SpaceChar|UnicodeIdentifier(Part|Start)"
              + "|Whitespace)");

  private static final String CLAMP =
      """
      import dev.slipstream.api.Parallel;
      public class Program {
        static void run(int n, long[] a, double[] d, int[] x, long[] y, double[] z) {
          for (@Parallel int i = 0; i < n; i++) {
            x[i] = Math.clamp(a[i], %s);
            y[i] = Math.clamp(a[i], -7L, 1L << 40);
            z[i] = Math.clamp(d[i], %s);
          }
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(
      classes = {
        Math.class,
        StrictMath.class,
        Float.class,
        Double.class,
        Integer.class,
        Long.class,
        Short.class,
        Byte.class,
        Character.class,
        Boolean.class
      })
  void everyMethodOverPrimitivesIsTakenWithJavasBitsOrListed(Class<?> owner) throws Throwable {
    Map<String, List<Method>> groups = new TreeMap<>();
    List<Method> thrown = new ArrayList<>();
    int refused = 0;
    for (Method method : methodsOverPrimitives(owner)) {
      if (method.getName().matches(MAY_THROW)) {
        thrown.add(method);
      } else if (method.getName().matches(REFUSED.getOrDefault(owner, ""))) {
        TestProgram program = program(source(owner, List.of(method)));
        assertThat(program.refused()).as("%s", method).hasSize(1);
        assertThat(program.refused().get(0).reason()).contains(method.getName());
        refused++;
      } else {
        groups.computeIfAbsent(parameters(method), p -> new ArrayList<>()).add(method);
      }
    }
    int equal = 0;
    int onDevice = 0;
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      for (List<Method> group : groups.values()) {
        for (int from = 0; from < group.size(); from += METHODS_OF_A_LOOP) {
          List<Method> part = group.subList(from, Math.min(group.size(), from + METHODS_OF_A_LOOP));
          onDevice += compare(owner, part, Optional.ofNullable(device)) * part.size();
          equal += part.size();
        }
      }
    }
    System.out.printf(
        "%s: %d methods equal on all cores, %d on a device, %d that may throw, %d refused%n",
        owner.getSimpleName(), equal, onDevice, thrown.size(), refused);
    assertThat(equal).isPositive();
  }

  /** Compares the plain program, the kernels and the device; says how many loops ran there. */
  private static int compare(
      Class<?> owner, List<Method> methods, Optional<OpenClTestDevice> device) throws Throwable {
    String types = parameters(methods.get(0));
    Object[] operands = Operands.of(types, new Random(1));
    int n = Array.getLength(operands[0]);
    List<Object> arguments = new ArrayList<>(List.of(n));
    arguments.addAll(List.of(operands));
    for (Method method : methods) {
      arguments.add(Array.newInstance(method.getReturnType(), n));
    }
    TestProgram program = program(source(owner, methods));
    assertThat(program.refused()).isEmpty();
    CheckedLaunch launch = new CheckedLaunch(device);
    program.launchWith(launch);
    Object[] expected = Operands.copies(arguments.toArray());
    Object[] actual = Operands.copies(arguments.toArray());
    // Only StrictMath's results of inexact functions are prescribed; kernels have those.
    TestProgram reference = program(source(owner, methods).replace(" Math.", " StrictMath."));
    reference.plain("run", expected);
    program.taken("run", actual);
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).hasSize(1);
    assertThat(launch.untranslatable()).isEmpty();
    for (int m = 0; m < methods.size(); m++) {
      int at = 1 + operands.length + m;
      for (int i = 0; i < n; i++) {
        if (!Array.get(actual[at], i).equals(Array.get(expected[at], i))) {
          assertThat(Array.get(actual[at], i))
              .as("%s of %s", methods.get(m), row(operands, i))
              .isEqualTo(Array.get(expected[at], i));
        }
      }
    }
    return launch.onDevice();
  }

  private static String row(Object[] operands, int i) {
    return Arrays.stream(operands)
        .map(o -> String.valueOf(Array.get(o, i)))
        .collect(Collectors.joining(", "));
  }

  private static List<Method> methodsOverPrimitives(Class<?> owner) {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(m -> Modifier.isPublic(m.getModifiers()) && Modifier.isStatic(m.getModifiers()))
        .filter(m -> m.getReturnType().isPrimitive() && m.getReturnType() != void.class)
        .filter(m -> Arrays.stream(m.getParameterTypes()).allMatch(Class::isPrimitive))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  private static String parameters(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Type::getDescriptor)
        .collect(Collectors.joining());
  }

  /** A program with one loop that calls the methods on the operands {@code x0[i], x1[i], …}. */
  private static String source(Class<?> owner, List<Method> methods) {
    Class<?>[] types = methods.get(0).getParameterTypes();
    StringBuilder declared = new StringBuilder("int n");
    StringBuilder body = new StringBuilder();
    for (int p = 0; p < types.length; p++) {
      declared.append(", ").append(types[p]).append("[] x").append(p);
      body.append("      %s v%d = x%d[i];\n".formatted(types[p], p, p));
    }
    for (int m = 0; m < methods.size(); m++) {
      Method method = methods.get(m);
      declared.append(", ").append(method.getReturnType()).append("[] r").append(m);
      String values =
          IntStream.range(0, types.length).mapToObj(p -> "v" + p).collect(Collectors.joining(", "));
      String call = " " + owner.getSimpleName() + "." + method.getName() + "(" + values + ")";
      if (Intrinsics.divides(Type.getInternalName(owner), method.getName())) {
        String smallest = types[1] == long.class ? "Long.MIN_VALUE" : "Integer.MIN_VALUE";
        // Divisors that the compiler can prove not to be zero.
        call =
            " v0 %% 3 == 0 ?%s : v0 %% 3 == 1 ?%s :%s"
                .formatted(
                    call.replace("v1)", "v1 | 1)"),
                    call.replace("v1)", "v1 | 2)"),
                    call.replace("v1)", "v1 | " + smallest + ")"));
      }
      body.append("      r%d[i] =%s;\n".formatted(m, call));
    }
    return """
        import dev.slipstream.api.Parallel;
        public class Program {
          static void run(%s) {
            for (@Parallel int i = 0; i < n; i++) {
        %s
            }
          }
        }
        """
        .formatted(declared, body);
  }

  /** Compiles for the running JDK, which has methods that older ones have not. */
  private static TestProgram program(String text) {
    return new TestProgram(
        TestProgram.javac("Program", text, List.of("-g", "-nowarn", "-Xlint:none")),
        LoopSelection.none());
  }

  @Test
  void clampIsTakenWhereItsLimitsAreConstantsInOrder() throws Throwable {
    Assumptions.assumeTrue(Runtime.version().feature() >= 21, "Math.clamp is there from JDK 21 on");
    Object[] longs = Operands.of("J", new Random(1));
    Object[] doubles = Operands.of("D", new Random(1));
    int n = Math.min(Array.getLength(longs[0]), Array.getLength(doubles[0]));
    TestProgram program = program(CLAMP.formatted("0, 255", "-0.0, 1.0"));
    assertThat(program.refused()).isEmpty();
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      CheckedLaunch launch = new CheckedLaunch(Optional.ofNullable(device));
      program.launchWith(launch);
      Object[] expected = {n, longs[0], doubles[0], new int[n], new long[n], new double[n]};
      Object[] actual = Operands.copies(expected);
      program.plain("run", expected);
      program.taken("run", actual);
      assertThat(program.runs()).hasSize(1);
      assertThat(launch.untranslatable()).isEmpty();
      for (int a = 3; a < expected.length; a++) {
        assertThat(actual[a]).isEqualTo(expected[a]);
      }
    }
    for (String limits : List.of("255, 0", "0, n", "0, n > 5 ? 8 : 9", "n > 5 ? 0 : 1, 9")) {
      assertThat(program(CLAMP.formatted(limits, "-0.0, 1.0")).refused()).as(limits).hasSize(1);
    }
    for (String limits : List.of("0.0, -0.0", "0.0, Double.NaN", "0, n")) {
      assertThat(program(CLAMP.formatted("0, 1", limits)).refused()).as(limits).hasSize(1);
    }
  }
}
