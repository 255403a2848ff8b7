package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.random.RandomLoops;
import dev.slipstream.compiler.random.RandomRows;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * Random programs compute the same with their loops taken. More of them with {@code
 * -Dslipstream.test.count=N}, the same ones again with {@code -Dslipstream.test.seed=S}, and each
 * on the first OpenCL device with {@code -Dslipstream.fuzz.device=N} for every Nth batch.
 */
class RandomLoopsTest {
  private static final int BATCH = 25;
  private static final int VARIANTS = 3;

  private final Map<String, Integer> reasons = new TreeMap<>();
  private int runs;
  private int stays;
  private int kernels;
  private int onDevice;

  @Test
  void randomProgramsComputeTheSameWithTheirLoopsTaken() throws Throwable {
    run("RandomLoopsTest", RandomLoops.SHARED, (p, seed) -> new RandomLoops(p, seed).source());
  }

  @Test
  void randomProgramsOverArraysOfArraysComputeTheSameWithTheirLoopsTaken() throws Throwable {
    run(
        "RandomLoopsTest over rows",
        RandomLoops.SHARED + RandomRows.SHARED,
        (p, seed) -> new RandomRows(p, seed).source());
  }

  /** Writes the source of a program. */
  private interface Generator {
    String source(int number, long seed);
  }

  private void run(String name, String shared, Generator generator) throws Throwable {
    int count =
        Integer.getInteger(
            "slipstream.test.count", Boolean.getBoolean("slipstream.test.long") ? 2000 : 150);
    int everyOnDevice = Integer.getInteger("slipstream.fuzz.device", 6);
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println(name + " seed " + seed);
    Random seeds = new Random(seed);
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      System.out.println(device == null ? "no OpenCL device" : "device " + device.name());
      for (int batch = 0; batch * BATCH < count; batch++) {
        boolean uses = everyOnDevice > 0 && batch % everyOnDevice == 0;
        int programs = Math.min(BATCH, count - batch * BATCH);
        run(seeds, programs, uses ? device : null, shared, generator);
      }
    }
    System.out.printf(
        "%s: %d programs, %d loops taken, %d runs as kernels (%d on a device too), "
            + "%d stayed, refused: %s%n",
        name, count, kernels, runs, onDevice, stays, reasons);
    assertThat(runs).isGreaterThan(count / 3);
  }

  private void run(
      Random seeds, int programs, OpenClTestDevice device, String shared, Generator generator)
      throws Throwable {
    StringBuilder members = new StringBuilder(shared);
    String[] sources = new String[programs];
    for (int p = 0; p < programs; p++) {
      sources[p] = generator.source(p, seeds.nextLong());
      members.append(sources[p]);
    }
    TestProgram program = TestProgram.of(members.toString());
    program.rewritten().values().forEach(RandomLoopsTest::verify);
    program.kernels().forEach(kernel -> verify(kernel.classFile()));
    CheckedLaunch launch = new CheckedLaunch(Optional.ofNullable(device));
    program.launchWith(launch);
    for (int p = 0; p < programs; p++) {
      for (int variant = 0; variant < VARIANTS; variant++) {
        try {
          String expected = text(program.plain("run" + p, variant));
          String actual = text(program.taken("run" + p, variant));
          assertSame(expected, actual);
        } catch (Throwable e) {
          throw new AssertionError("variant " + variant + " of\n" + sources[p], e);
        }
      }
    }
    assertThat(launch.untranslatable()).isEmpty();
    kernels += program.kernels().size();
    runs += program.runs().size();
    stays += program.stays().size();
    onDevice += launch.onDevice();
    program
        .refused()
        .forEach(r -> reasons.merge(r.reason().replaceAll("[0-9]+", "N"), 1, Integer::sum));
    if (Boolean.getBoolean("slipstream.fuzz.stays")) {
      program.stays().forEach(System.out::println);
    }
  }

  private static void assertSame(String expected, String actual) {
    String[] wanted = expected.split("\n", -1);
    String[] found = actual.split("\n", -1);
    for (int line = 0; line < Math.min(wanted.length, found.length); line++) {
      assertThat(found[line]).as("line %d of the results", line).isEqualTo(wanted[line]);
    }
    assertThat(found).hasSameSizeAs(wanted);
  }

  static void verify(byte[] classFile) {
    StringWriter problems = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(classFile),
        RandomLoopsTest.class.getClassLoader(),
        /* printResults= */ false,
        new PrintWriter(problems));
    assertThat(problems.toString()).isEmpty();
  }

  private static String text(Object value) {
    if (value == null || !value.getClass().isArray()) {
      return String.valueOf(value);
    }
    if (value instanceof char[] characters) {
      return text(new String(characters).chars().toArray());
    }
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Array.getLength(value); i++) {
      // Java prints each number in a way of its own, and all NaNs alike.
      text.append(text(Array.get(value, i))).append(i % 16 == 15 ? ",\n" : ", ");
    }
    return text.append(']').toString();
  }
}
