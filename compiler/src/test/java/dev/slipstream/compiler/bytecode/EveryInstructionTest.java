package dev.slipstream.compiler.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.CheckedLaunch;
import dev.slipstream.compiler.Operands;
import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/**
 * Compares each JVM instruction at the edge values of its operands, and at all pairs where it has
 * two: on the plain JVM, as a kernel on the CPU and on an OpenCL device, with the same bits.
 */
class EveryInstructionTest {
  private static final int CASES_OF_A_LOOP = 12;
  private static final int LAST = 201;

  /** The instructions that the programs of this test do not contain, with the reasons. */
  private static final Map<String, List<Integer>> NEVER =
      Map.ofEntries(
          Map.entry("the program's own fields are read before the loop", range(178, 178)),
          Map.entry("a field is not written by a loop", range(179, 179)),
          Map.entry("fields of objects are read before the loop", range(180, 180)),
          Map.entry("objects are not changed by a loop", range(181, 181)),
          Map.entry("methods are inlined: other tests hold them", range(182, 185)),
          Map.entry("lambdas and joined strings are refused", range(186, 186)),
          Map.entry("objects and arrays are not made in kernels", range(187, 189)),
          Map.entry("exceptions are not thrown by kernels", range(191, 191)),
          Map.entry("kernels have no objects", range(192, 193)),
          Map.entry("kernels take no locks", range(194, 195)),
          Map.entry("arrays are not made in kernels", range(197, 197)),
          Map.entry("kernels compare no references", List.of(165, 166, 198, 199)),
          Map.entry("kernels store no references", range(83, 83)),
          Map.entry("rows are loaded in ArraysOfArraysTest and RowsTest", range(50, 50)),
          Map.entry("values are returned by inlined methods only", range(172, 176)),
          Map.entry("subroutines of compilers before Java 6 are refused", List.of(168, 169, 201)),
          Map.entry(
              "only methods beyond 32 KiB hold goto_w; ASM reads it as goto", range(200, 200)));

  private static List<Integer> range(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void everyInstructionGivesTheSameBitsEverywhereOrIsNeverInKernels() throws Throwable {
    Map<String, List<Case>> groups = new TreeMap<>();
    List<Case> cases = Cases.all();
    cases.forEach(c -> groups.computeIfAbsent(c.operands(), o -> new ArrayList<>()).add(c));
    Set<Integer> covered = new TreeSet<>();
    long compared = 0;
    int onDevice = 0;
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      for (List<Case> group : groups.values()) {
        CheckedLaunch launch = CheckedLaunch.comparingLater(Optional.ofNullable(device));
        int loops = 0;
        for (int from = 0; from < group.size(); from += CASES_OF_A_LOOP) {
          List<Case> part = group.subList(from, Math.min(group.size(), from + CASES_OF_A_LOOP));
          byte[] program = CaseProgram.write(part, from / CASES_OF_A_LOOP % 2 == 1);
          Object[] arguments = arguments(part);
          compare(program, part, arguments, launch);
          covered.addAll(RawOpcodes.of(program));
          compared += (long) part.size() * (int) arguments[0];
          loops++;
        }
        compareOnDevice(group, launch);
        // Loops that may throw have an inspector as well.
        assertThat(launch.onDevice()).isGreaterThanOrEqualTo(device == null ? 0 : loops);
        onDevice += device == null ? 0 : group.size();
      }
    }
    System.out.printf(
        "%d instructions in %d cases (%d on a device), %d results compared, %d never in kernels%n",
        covered.size(),
        cases.size(),
        onDevice,
        compared,
        NEVER.values().stream().mapToInt(List::size).sum());
    Set<Integer> missing = new TreeSet<>(range(0, LAST));
    missing.removeAll(covered);
    NEVER.values().forEach(missing::removeAll);
    assertThat(missing).isEmpty();
    NEVER.forEach(
        (why, opcodes) -> assertThat(covered).as(why).doesNotContainAnyElementsOf(opcodes));
  }

  private static void compareOnDevice(List<Case> cases, CheckedLaunch launch) {
    try {
      launch.compare();
    } catch (AssertionError differs) {
      throw differenceIn(cases, differs);
    }
    assertThat(launch.untranslatable()).isEmpty();
  }

  private static AssertionError differenceIn(List<Case> cases, AssertionError differs) {
    return new AssertionError(
        cases.stream().map(Case::name).toList() + ": " + differs.getMessage(), differs);
  }

  private static Object[] arguments(List<Case> cases) {
    Object[] operands = Operands.of(cases.get(0).operands(), new Random(1));
    int n = Array.getLength(operands[0]);
    List<Object> arguments = new ArrayList<>(List.of(n));
    arguments.addAll(List.of(operands));
    for (Case one : cases) {
      Type type = Type.getType(String.valueOf(one.result()));
      arguments.add(
          switch (type.getSort()) {
            case Type.BOOLEAN -> new boolean[n];
            case Type.BYTE -> new byte[n];
            case Type.CHAR -> new char[n];
            case Type.SHORT -> new short[n];
            case Type.INT -> new int[n];
            case Type.LONG -> new long[n];
            case Type.FLOAT -> new float[n];
            default -> new double[n];
          });
    }
    return arguments.toArray();
  }

  private static void compare(
      byte[] classFile, List<Case> cases, Object[] arguments, CheckedLaunch launch)
      throws Throwable {
    TestProgram program =
        new TestProgram(Map.of("Program", classFile), LoopSelection.parse("Program#run@0"));
    assertThat(program.refused()).as("%s", cases).isEmpty();
    program.launchWith(launch);
    Object[] expected = Operands.copies(arguments);
    Object[] actual = Operands.copies(arguments);
    program.plain("run", expected);
    try {
      program.taken("run", actual);
    } catch (AssertionError differs) {
      throw differenceIn(cases, differs);
    }
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).hasSize(1);
    int first = 1 + cases.get(0).operands().length();
    for (int c = 0; c < cases.size(); c++) {
      for (int i = 0; i < (int) arguments[0]; i++) {
        Object wanted = Array.get(expected[first + c], i);
        if (!wanted.equals(Array.get(actual[first + c], i))) {
          assertThat(Array.get(actual[first + c], i))
              .as("%s, element %d", cases.get(c).name(), i)
              .isEqualTo(wanted);
        }
      }
    }
  }
}
