package dev.slipstream.benchmarks.threads;

import com.sun.management.OperatingSystemMXBean;
import dev.slipstream.api.Parallel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Runs loops on several threads, each over arrays of its own, of which it reads a result after
 * every eighth loop. Prints how many loops all threads ran in a second, and the microseconds of
 * processor time for each loop: in threads of the program, in threads of Slipstream, and in threads
 * that are not Java's, such as those of a driver. On Linux the JVM's compilers and collectors are
 * not counted.
 */
public final class ManyThreadsProgram {
  private static final int ELEMENTS = 20_000;
  private static final int LOOK = 8;
  private static final int ROUNDS = 3;
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final String OWN = "own-";
  private static final String ALL = "";
  private static final String JVM = "JVM";
  private static final Path TASKS = Path.of("/proc/self/task");

  private final CyclicBarrier barrier;
  private final int loops;

  private ManyThreadsProgram(int threads, int loops) {
    this.barrier = new CyclicBarrier(threads + 1);
    this.loops = loops;
  }

  /**
   * Runs it.
   *
   * @param arguments the number of threads, and how many loops each runs in a round
   * @throws Exception if a thread fails
   */
  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    int loops = Integer.parseInt(arguments[1]) / LOOK * LOOK;
    ManyThreadsProgram program = new ManyThreadsProgram(threads, loops);
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      all.add(new Thread(program::work, OWN + t));
      all.get(t).setDaemon(true);
      all.get(t).start();
    }
    for (int round = 0; round < ROUNDS; round++) {
      program.barrier.await();
      Map<String, Long> before = processorNanos();
      long began = System.nanoTime();
      program.barrier.await();
      long nanos = System.nanoTime() - began;
      Map<String, Long> after = processorNanos();
      program.barrier.await();
      if (round == ROUNDS - 1) {
        say(before, after, nanos, (long) threads * loops);
      }
    }
  }

  private void work() {
    float[] x = new float[ELEMENTS];
    float[] y = new float[ELEMENTS];
    try {
      for (int round = 0; round < ROUNDS; round++) {
        barrier.await();
        for (int l = 0; l < loops; l += LOOK) {
          for (int i = 0; i < LOOK / 2; i++) {
            step(x, y);
            step(y, x);
          }
          if (!(x[l % ELEMENTS] > 0)) {
            throw new AssertionError("loop " + l + " gave " + x[l % ELEMENTS]);
          }
        }
        barrier.await();
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    } catch (Throwable failure) {
      failure.printStackTrace();
      System.exit(1);
    }
  }

  private static void step(float[] from, float[] to) {
    for (@Parallel int i = 0; i < to.length; i++) {
      float v = from[i];
      for (int k = 0; k < 4; k++) {
        v = (v * 0.5f + 1) / (v * v + 1);
      }
      to[i] = v;
    }
  }

  private static void say(
      Map<String, Long> before, Map<String, Long> after, long nanos, long loops) {
    double program = 0;
    double agent = 0;
    double driver = 0;
    for (Map.Entry<String, Long> each : after.entrySet()) {
      double micros =
          (each.getValue() - before.getOrDefault(each.getKey(), 0L)) / NANOS_PER_MICRO / loops;
      boolean isAll = each.getKey().equals(ALL);
      driver += isAll ? micros : -micros;
      if (each.getKey().startsWith("slipstream")) {
        agent += micros;
      } else if (!isAll && !each.getKey().equals(JVM)) {
        program += micros;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%.0f;%.1f;%.1f;%.1f%n",
        loops * NANOS / nanos,
        program,
        agent,
        Math.max(0, driver));
  }

  /** Of each thread by name, those of the program as one, and those of the JVM; and of all. */
  private static Map<String, Long> processorNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Map<String, Long> nanos = new TreeMap<>();
    nanos.put(JVM, nanosOfJvm());
    nanos.put(
        ALL,
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime());
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo info = threads.getThreadInfo(id);
      if (info != null) {
        String name = info.getThreadName();
        nanos.merge(name.startsWith(OWN) ? OWN : name, threads.getThreadCpuTime(id), Long::sum);
      }
    }
    return nanos;
  }

  private static long nanosOfJvm() {
    long nanos = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        if (Files.readString(task.resolve("comm"))
            .matches("(C[12] |G1 |GC |VM |Sweeper)[^\\n]*\n")) {
          nanos += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        }
      }
    } catch (IOException elsewhere) {
      // Another system, or a thread has just ended.
    }
    return nanos;
  }
}
