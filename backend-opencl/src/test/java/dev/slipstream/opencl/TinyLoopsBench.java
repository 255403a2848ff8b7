package dev.slipstream.opencl;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.ResidentMachine.Use;
import dev.slipstream.runtime.device.Device;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;

/**
 * What a small loop costs that depends on the one before: microseconds for each, from the first
 * submission until the host has the result, and the processor time and memory of each thread. Run
 * by {@code main}; {@code -Dspins=N} sets how often the executor looks for news before it sleeps,
 * {@code -Doutstanding=N} how many horizons may be pending.
 */
final class TinyLoopsBench {
  private static final int LOOPS = 1000;
  private static final int ROUNDS = 30;
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private TinyLoopsBench() {}

  public static void main(String[] args) throws Exception {
    List<Device> devices = new OpenClBackend().open();
    RangeKernel kernel = TranslatedKernelTest.kernel(ResidentArraysTest.Heat.class, 1, "[D", "[D");
    System.out.println(devices.get(0).description());
    try (ResidentMachine machine = new ResidentMachine(devices.get(0))) {
      for (int round = 0; round < ROUNDS; round++) {
        run(machine, kernel);
      }
      long[] ids = THREADS.getAllThreadIds();
      long[] times = THREADS.getThreadCpuTime(ids);
      long[] bytes = THREADS.getThreadAllocatedBytes(ids);
      for (int round = 0; round < ROUNDS; round++) {
        run(machine, kernel);
      }
      long[] timesAfter = THREADS.getThreadCpuTime(ids);
      long[] bytesAfter = THREADS.getThreadAllocatedBytes(ids);
      for (int t = 0; t < ids.length; t++) {
        ThreadInfo thread = THREADS.getThreadInfo(ids[t]);
        double micros = (timesAfter[t] - times[t]) / 1e3 / LOOPS / ROUNDS;
        if (micros >= 0.1 && thread != null) {
          System.out.printf(
              "%8.1f µs and %,6d bytes of %s%n",
              micros, (bytesAfter[t] - bytes[t]) / LOOPS / ROUNDS, thread.getThreadName());
        }
      }
    }
    devices.forEach(Device::close);
  }

  private static void run(ResidentMachine machine, RangeKernel kernel) throws Exception {
    double[] from = new double[1000];
    double[] to = new double[1000];
    from[0] = 1;
    to[0] = 1;
    IterationSpace space = new IterationSpace(new int[] {1}, new int[] {1}, new int[] {998});
    long began = System.nanoTime();
    for (int loop = 0; loop < LOOPS; loop++) {
      machine.loop(
          kernel, space, new Object[] {to, from}, Use.writes(to, 1, 999), Use.reads(from, 0, 1000));
      double[] swapped = from;
      from = to;
      to = swapped;
    }
    long submitted = System.nanoTime();
    machine.coherence.reads(from);
    long ended = System.nanoTime();
    System.out.printf(
        "%,d loops, each on the result of the one before: %.1f µs each to submit, %.1f in all%n",
        LOOPS, (submitted - began) / 1e3 / LOOPS, (ended - began) / 1e3 / LOOPS);
  }
}
