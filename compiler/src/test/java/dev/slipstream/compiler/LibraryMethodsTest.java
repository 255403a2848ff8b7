package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.model.kernel.Launch;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
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
 * Every public static method over primitives of the number classes of the running JDK. Each is
 * either taken, with Java's bits on all cores and on an OpenCL device, or listed here with the
 * reason why not.
 */
class LibraryMethodsTest {
  private static final int METHODS_OF_A_LOOP = 8;
  private static final int THROWN = 3;

  /** The number of loops that are built together for a device. */
  private static final int LOOPS_OF_A_PROGRAM = 8;

  /** The refused methods of each class, as a pattern of names, with the reason. */
  private static final Map<Class<?>, String> REFUSED =
      Map.of(
          // It uses a generator that all threads share.
          Math.class,
          "random",
          StrictMath.class,
          "random",
          // They use tables of Unicode, which differ between JDKs.
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
            x[i] = Math.clamp(a[i], 0, 255);
            y[i] = Math.clamp(a[i], -7L, 1L << 40);
            z[i] = Math.clamp(d[i], -0.0, 1.0);
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
    int refused = 0;
    int throwing = 0;
    int loops = 0;
    int executions;
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      CheckedLaunch launch = CheckedLaunch.comparingLater(Optional.ofNullable(device));
      for (Method method : methodsOverPrimitives(owner)) {
        if (method.getName().matches(REFUSED.getOrDefault(owner, ""))) {
          TestProgram program = program(source(owner, List.of(method)));
          assertThat(program.refused())
              .as("%s is listed in REFUSED, but taken: delete it there", method)
              .hasSize(1);
          assertThat(program.refused().get(0).reason()).contains(method.getName());
          refused++;
          continue;
        }
        Object[] operands = Operands.of(parameters(method), new Random(1));
        int[] thrown = rows(method, operands, true);
        if (thrown.length == 0) {
          groups.computeIfAbsent(parameters(method), p -> new ArrayList<>()).add(method);
        } else {
          int[] valid = rows(method, operands, false);
          compare(owner, List.of(method), selected(operands, valid), launch);
          loops++;
          throwsTheSame(owner, method, selected(operands, valid), selected(operands, thrown));
          throwing++;
        }
      }
      for (List<Method> group : groups.values()) {
        for (int from = 0; from < group.size(); from += METHODS_OF_A_LOOP) {
          List<Method> part = group.subList(from, Math.min(group.size(), from + METHODS_OF_A_LOOP));
          Object[] operands = Operands.of(parameters(part.get(0)), new Random(1));
          compare(owner, part, operands, launch);
          loops++;
          if (loops % LOOPS_OF_A_PROGRAM == 0) {
            launch.compare();
          }
        }
      }
      launch.compare();
      assertThat(launch.untranslatable()).isEmpty();
      executions = launch.onDevice();
      assertThat(executions).isGreaterThanOrEqualTo(device == null ? 0 : loops);
    }
    int equal = groups.values().stream().mapToInt(List::size).sum();
    System.out.printf(
        "%s: %d methods equal and %d that may throw, in %d loops, %d on a device, %d refused%n",
        owner.getSimpleName(), equal, throwing, loops, executions, refused);
    assertThat(equal).isPositive();
  }

  /** The positions of the operands for which a method throws, or does not. */
  private static int[] rows(Method method, Object[] operands, boolean throwing) {
    return IntStream.range(0, Array.getLength(operands[0]))
        .filter(i -> throwing == throwsFor(method, operands, i))
        .toArray();
  }

  private static boolean throwsFor(Method method, Object[] operands, int i) {
    try {
      method.invoke(null, Arrays.stream(operands).map(o -> Array.get(o, i)).toArray());
      return false;
    } catch (InvocationTargetException thrown) {
      return true;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object[] selected(Object[] operands, int[] rows) {
    return Arrays.stream(operands)
        .map(
            all -> {
              Object some = Array.newInstance(all.getClass().getComponentType(), rows.length);
              for (int i = 0; i < rows.length; i++) {
                Array.set(some, i, Array.get(all, rows[i]));
              }
              return some;
            })
        .toArray();
  }

  /** Inserts operands for which the method throws among others. */
  private static void throwsTheSame(Class<?> owner, Method method, Object[] valid, Object[] thrown)
      throws Throwable {
    int n = Array.getLength(valid[0]);
    TestProgram program = program(source(owner, List.of(method)));
    for (int t = 0; t < Math.min(THROWN, Array.getLength(thrown[0])); t++) {
      List<Object> arguments = new ArrayList<>(List.of(n));
      for (int o = 0; o < valid.length; o++) {
        Object operand = Operands.copies(valid)[o];
        Array.set(operand, n / 2 + t, Array.get(thrown[o], t));
        arguments.add(operand);
      }
      arguments.add(Array.newInstance(method.getReturnType(), n));
      Object[] expected = Operands.copies(arguments.toArray());
      Object[] actual = Operands.copies(arguments.toArray());
      Throwable plain = catchThrowable(() -> program.plain("run", expected));
      Throwable taken = catchThrowable(() -> program.taken("run", actual));
      assertThat(taken).hasSameClassAs(plain);
      if (plain.getMessage() != null && taken.getMessage() != null) {
        // HotSpot omits the message of exceptions that compiled code has thrown often.
        assertThat(taken).hasMessage(plain.getMessage());
      }
      assertThat(actual).as("%s", method).isEqualTo(expected);
    }
  }

  /** Compares the plain program and the kernels, which are compared with the device later. */
  private static void compare(
      Class<?> owner, List<Method> methods, Object[] operands, CheckedLaunch launch)
      throws Throwable {
    int n = Array.getLength(operands[0]);
    List<Object> arguments = new ArrayList<>(List.of(n));
    arguments.addAll(List.of(operands));
    for (Method method : methods) {
      arguments.add(Array.newInstance(method.getReturnType(), n));
    }
    TestProgram program = program(source(owner, methods));
    assertThat(program.refused())
        .as(
            "A function that kernels do not know: add it as CONTRIBUTING.md says (Add a Math"
                + " function), or list it in REFUSED with the reason. One of %s",
            methods)
        .isEmpty();
    program.launchWith(launch);
    Object[] expected = Operands.copies(arguments.toArray());
    Object[] actual = Operands.copies(arguments.toArray());
    // Only StrictMath's results of inexact functions are specified; kernels give these.
    TestProgram reference = program(source(owner, methods).replace(" Math.", " StrictMath."));
    reference.plain("run", expected);
    program.taken("run", actual);
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).hasSize(1);
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
  void clampBetweenConstantsNeedsNoChecks() throws Throwable {
    Assumptions.assumeTrue(Runtime.version().feature() >= 21, "JDK 21 introduced Math.clamp");
    Object[] longs = Operands.of("J", new Random(1));
    Object[] doubles = Operands.of("D", new Random(1));
    int n = Math.min(Array.getLength(longs[0]), Array.getLength(doubles[0]));
    TestProgram program = program(CLAMP);
    assertThat(program.refused()).isEmpty();
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      CheckedLaunch launch = new CheckedLaunch(Optional.ofNullable(device));
      program.launchWith(launch);
      Object[] expected = {n, longs[0], doubles[0], new int[n], new long[n], new double[n]};
      Object[] actual = Operands.copies(expected);
      program.plain("run", expected);
      program.taken("run", actual);
      assertThat(program.runs()).hasSize(1);
      assertThat(program.runs().get(0).launch().violation()).isEqualTo(Launch.PROVEN);
      assertThat(launch.untranslatable()).isEmpty();
      for (int a = 3; a < expected.length; a++) {
        assertThat(actual[a]).isEqualTo(expected[a]);
      }
    }
  }

  @Test
  void constantsThatAreInfiniteOrLargeAreRoundedAsTheyAreInJava() throws Throwable {
    TestProgram program =
        program(
            """
            import dev.slipstream.api.Parallel;
            public class Program {
              static void run(int n, double[] z, float[] f) {
                for (@Parallel int i = 0; i < n; i++) {
                  z[i] = Math.rint(Double.NEGATIVE_INFINITY) + Math.floor(-1e300);
                  z[i + n] = Math.ceil(Double.POSITIVE_INFINITY) - Math.rint(Double.NaN);
                  z[i + 2 * n] = Math.rint(1e30) + Math.ceil(-0.5);
                  f[i] = (float) Math.floor(Float.NEGATIVE_INFINITY) * Math.round(1e30f);
                }
              }
            }
            """);
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      program.launchWith(new CheckedLaunch(Optional.ofNullable(device)));
      Object[] expected = {40, new double[120], new float[40]};
      Object[] actual = Operands.copies(expected);
      program.plain("run", expected);
      program.taken("run", actual);
      assertThat(program.runs()).hasSize(1);
      assertThat(actual[1]).isEqualTo(expected[1]);
      assertThat(actual[2]).isEqualTo(expected[2]);
    }
  }

  @Test
  void theSignOfANaNCountsForNothingInStrictMath() throws Throwable {
    TestProgram program =
        program(
            """
            import dev.slipstream.api.Parallel;
            public class Program {
              static void run(double zero, double[] z) {
                for (@Parallel int i = 0; i < 40; i++) {
                  double nan = zero / zero;
                  z[i] = StrictMath.copySign(i, i % 2 == 0 ? nan : -nan) + StrictMath.copySign(3f, (float) nan);
                }
              }
            }
            """);
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      program.launchWith(new CheckedLaunch(Optional.ofNullable(device)));
      double[] expected = new double[40];
      double[] actual = new double[40];
      program.plain("run", 0.0, expected);
      program.taken("run", 0.0, actual);
      assertThat(program.runs()).hasSize(1);
      assertThat(actual).isEqualTo(expected);
    }
  }
}
