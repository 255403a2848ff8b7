package dev.slipstream.benchmarks;

import dev.slipstream.api.Parallel;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs chains of small loops, each of which depends on the one before; at the end of a chain the
 * program reads the result. Prints the microseconds for each loop, the median of several chains,
 * and how much processor time each thread of Slipstream used for it: the longest of these limits
 * the speed.
 *
 * <p>{@code java -javaagent:slipstream-agent.jar -cp benchmarks/target/classes:slipstream-api.jar
 * dev.slipstream.benchmarks.SmallLoops [elements [loops [chains]]]}, with {@code
 * -Dslipstream.device=opencl}, since such loops alone do not pay.
 */
public final class SmallLoops {
  private SmallLoops() {}

  /** Runs the chains. */
  public static void main(String[] arguments) {
    int elements = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4096;
    int loops = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
    int chains = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 201;
    float[] x = new float[elements];
    float[] y = new float[elements];
    double[] micros = new double[chains];
    Map<String, Long> before = new TreeMap<>();
    int measured = 0;
    for (int c = 0; c < chains; c++) {
      if (c == chains / 2) {
        before = processorNanos();
      }
      measured += c >= chains / 2 ? loops : 0;
      long began = System.nanoTime();
      for (int l = 0; l < loops; l += 2) {
        step(x, y);
        step(y, x);
      }
      if (x[c % elements] != (float) (c + 1) * (loops / 2 * 2)) {
        throw new AssertionError("chain " + c + " gave " + x[c % elements]);
      }
      micros[c] = (System.nanoTime() - began) / 1e3 / loops;
    }
    double[] late = Arrays.copyOfRange(micros, chains / 2, chains);
    Arrays.sort(late);
    System.out.printf(
        Locale.ROOT,
        "%,d elements, chains of %,d loops: %.1f µs for each loop (%.1f to %.1f)%n",
        elements,
        loops,
        late[late.length / 2],
        late[0],
        late[late.length - 1]);
    for (Map.Entry<String, Long> after : processorNanos().entrySet()) {
      double spent = (after.getValue() - before.getOrDefault(after.getKey(), 0L)) / 1e3 / measured;
      if (spent > 0.05) {
        System.out.printf(Locale.ROOT, "  %-40s %5.1f µs of processor%n", after.getKey(), spent);
      }
    }
  }

  private static void step(float[] from, float[] to) {
    for (@Parallel int i = 0; i < to.length; i++) {
      to[i] = from[i] + 1;
    }
  }

  private static Map<String, Long> processorNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Map<String, Long> nanos = new TreeMap<>();
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo info = threads.getThreadInfo(id);
      if (info != null) {
        nanos.merge(info.getThreadName(), threads.getThreadCpuTime(id), Long::sum);
      }
    }
    return nanos;
  }
}
