package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.outlining.LoopKernel;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Compares the functions of one float for all 2³² floats, on an OpenCL device and on the JVM:
 * {@code -Dslipstream.test.allFloats=true}. Needs only the class path, so it also runs under
 * JUnit's console launcher.
 *
 * <p>The floats, by their bits, are 4,096 blocks. Exact operations are compared in all of them. The
 * inexact functions, whose results are those of {@code StrictMath}, take the JVM much longer: they
 * share {@code -Dslipstream.test.allFloats.seconds=N} (120), and their blocks are compared in an
 * order that spreads them evenly over all floats. The test prints the number of compared blocks,
 * and with {@code -Dslipstream.test.allFloats.from=N} continues from the Nth block of that order.
 * {@code -Dslipstream.test.allFloats.blocks=N} ends after N blocks of each function, {@code
 * -Dslipstream.test.allFloats.only=sin,exp} leaves out the other functions.
 */
class AllFloatsTest {
  private static final String PREFIX = "slipstream.test.allFloats";
  private static final int BLOCKS = 4096;
  private static final int BLOCK = 1 << 20;
  private static final int SUMS = BLOCK / FloatLoops.STRIDE;
  private static final int SHOWN = 5;

  /** Blocks whose sums come back from the device together. */
  private static final int BATCH = 128;

  private static final Map<String, DoubleUnaryOperator> STRICT =
      Map.ofEntries(
          Map.entry("sin", StrictMath::sin),
          Map.entry("cos", StrictMath::cos),
          Map.entry("tan", StrictMath::tan),
          Map.entry("asin", StrictMath::asin),
          Map.entry("acos", StrictMath::acos),
          Map.entry("atan", StrictMath::atan),
          Map.entry("exp", StrictMath::exp),
          Map.entry("log", StrictMath::log),
          Map.entry("log10", StrictMath::log10),
          Map.entry("log1p", StrictMath::log1p),
          Map.entry("expm1", StrictMath::expm1),
          Map.entry("cbrt", StrictMath::cbrt),
          Map.entry("sinh", StrictMath::sinh),
          Map.entry("cosh", StrictMath::cosh),
          Map.entry("tanh", StrictMath::tanh));

  private final int first = Integer.getInteger(PREFIX + ".from", 0);
  private final int last = Math.min(BLOCKS, first + Integer.getInteger(PREFIX + ".blocks", BLOCKS));
  private final List<String> differences = new ArrayList<>();
  private long blocksCompared;

  @Test
  void everyFloatGivesTheBitsOfTheJvmOnADevice() throws Throwable {
    Assumptions.assumeTrue(Boolean.getBoolean(PREFIX), "runs with -D" + PREFIX + "=true only");
    long seconds = Long.getLong(PREFIX + ".seconds", 120);
    Set<String> only = Set.of(System.getProperty(PREFIX + ".only", "").split(","));
    List<LoopKernel> kernels = kernels();
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      Assumptions.assumeTrue(device != null, "no OpenCL device was found");
      System.out.println(device.name() + ", blocks " + first + " to " + last + " of " + BLOCKS);
      List<LoopKernel> chosen =
          kernels.stream()
              .filter(k -> only.contains("") || only.contains(k.name().method()))
              .sorted(Comparator.comparing(k -> STRICT.containsKey(k.name().method())))
              .toList();
      long inexact = chosen.stream().filter(k -> STRICT.containsKey(method(k))).count();
      for (LoopKernel kernel : chosen) {
        boolean isExact = !STRICT.containsKey(method(kernel));
        long nanos = isExact ? Long.MAX_VALUE : seconds * 1_000_000_000 / inexact;
        compare(kernel, device, nanos);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(blocksCompared).isPositive();
  }

  private static String method(LoopKernel kernel) {
    return kernel.name().method();
  }

  private static List<LoopKernel> kernels() throws IOException {
    try (InputStream in = FloatLoops.class.getResourceAsStream("FloatFunctions.class")) {
      CompiledClass compiled =
          new LoopCompiler(new AtomicInteger()::incrementAndGet)
              .compile(in.readAllBytes(), name -> Optional.empty(), LoopSelection.none());
      assertThat(compiled.refused()).isEmpty();
      return compiled.kernels();
    }
  }

  private void compare(LoopKernel kernel, OpenClTestDevice device, long nanos) throws Throwable {
    String name = method(kernel);
    OpenClSource source =
        OpenClTranslator.translate(
            kernel.kernel().classFile(),
            kernel.kernel().dimensions(),
            kernel.kernel().descriptors(),
            FloatingPoint.EXACT,
            Set.of(),
            ArrayStart.FIRST_ELEMENT);
    long start = System.nanoTime();
    int done = first;
    int different = 0;
    while (done < last && (done == first || System.nanoTime() - start < nanos)) {
      int[] blocks =
          IntStream.range(done, Math.min(last, done + BATCH)).map(AllFloatsTest::block).toArray();
      long[] actual = onDevice(kernel, source, device, blocks);
      long[] expected = new long[actual.length];
      IntStream.range(0, blocks.length)
          .parallel()
          .forEach(b -> System.arraycopy(onTheHost(name, blocks[b]), 0, expected, b * SUMS, SUMS));
      for (int sum = 0; sum < expected.length; sum++) {
        if (expected[sum] != actual[sum]) {
          different++;
          note(name, blocks[sum / SUMS] * BLOCK + sum % SUMS * FloatLoops.STRIDE);
        }
      }
      done += blocks.length;
    }
    blocksCompared += done - first;
    System.out.printf(
        "%-18s %4d of %d blocks compared, %d groups of 256 floats differ, %.1f s%s%n",
        name,
        done - first,
        BLOCKS,
        different,
        (System.nanoTime() - start) / 1e9,
        done < BLOCKS ? ", go on with ." + "from=" + done : "");
  }

  private void note(String name, int bits) {
    if (differences.size() < SHOWN) {
      differences.add(
          "%s differs for one of the %d floats from %#x (%s) on"
              .formatted(name, FloatLoops.STRIDE, bits, Float.intBitsToFloat(bits)));
    }
  }

  private static long[] onDevice(
      LoopKernel kernel, OpenClSource source, OpenClTestDevice device, int[] blocks) {
    int[] starts = Arrays.stream(blocks).map(b -> b * BLOCK).toArray();
    long[] sums = new long[blocks.length * SUMS];
    Object[] arguments =
        kernel.kernel().descriptors().stream().map(t -> t.equals("[J") ? sums : starts).toArray();
    device.run(source, new int[] {0}, new int[] {1}, new int[] {sums.length}, arguments);
    return sums;
  }

  private static long[] onTheHost(String name, int block) {
    long[] sums = new long[SUMS];
    DoubleUnaryOperator strict = STRICT.get(name);
    if (strict == null) {
      try {
        FloatLoops.class
            .getDeclaredMethod(name, int[].class, long[].class)
            .invoke(null, new int[] {block * BLOCK}, sums);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      return sums;
    }
    int bits = block * BLOCK;
    for (int j = 0; j < SUMS; j++) {
      for (int k = 0; k < FloatLoops.STRIDE; k++, bits++) {
        double result = strict.applyAsDouble(Float.intBitsToFloat(bits));
        sums[j] = FloatLoops.mixed(sums[j], bits, Double.doubleToLongBits(result));
      }
    }
    return sums;
  }

  /** The order of the blocks: the halves, the quarters between them, the eighths, and so on. */
  private static int block(int number) {
    return Integer.reverse(number) >>> 20;
  }
}
