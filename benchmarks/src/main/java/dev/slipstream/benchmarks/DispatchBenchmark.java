package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.benchmarks.loop.Saxpy;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The overhead of a taken loop, without its iterations: from the call site through the decision to
 * the launch and back, on one thread, so that the kernel is not faster.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DispatchBenchmark {
  /** The number of elements. */
  @Param({"1", "1000", "100000"})
  public int elements;

  private float[] from;
  private float[] to;
  private FloatLoop plain;
  private FloatLoop taken;
  private FloatLoop takenIfItPays;
  private SlipstreamRuntime onDevice;
  private SlipstreamRuntime choosing;

  /** Takes the loop, twice. */
  @Setup(Level.Trial)
  public void take() {
    from = new float[elements];
    to = new float[elements];
    for (int i = 0; i < elements; i++) {
      from[i] = i % 100 * 0.01f;
    }
    plain = new Saxpy();
    onDevice = runtime("cpu");
    choosing = runtime("auto");
    CompiledLoops loops = CompiledLoops.of(Saxpy.class, new AtomicInteger()::getAndIncrement);
    taken = loops.connectedTo(onDevice);
    takenIfItPays =
        CompiledLoops.of(Saxpy.class, new AtomicInteger()::getAndIncrement).connectedTo(choosing);
    mustRun();
  }

  /** Releases the devices. */
  @TearDown(Level.Trial)
  public void close() {
    onDevice.close();
    choosing.close();
  }

  private static SlipstreamRuntime runtime(String device) {
    Properties options = new Properties();
    options.setProperty("slipstream.device", device);
    Settings settings = Settings.read(options, Map.of(), "");
    return SlipstreamRuntime.start(
        settings, Log.to(System.err, LogLevel.WARN), List.of(new CpuBackend(1)));
  }

  /**
   * Checks that the loops run as kernels; otherwise the figures would be those of the plain loop.
   */
  private void mustRun() {
    taken.run(0.5f, from, to);
    if (onDevice.report().taken().get(0).statistics().hostRuns() > 0) {
      throw new IllegalStateException("the loop stayed on the host: " + onDevice.report());
    }
  }

  /** The loop as javac compiled it. */
  @Benchmark
  public void plain() {
    plain.run(0.0001f, from, to);
  }

  /** The same loop, taken and run on the CPU device, whether that pays or not. */
  @Benchmark
  public void taken() {
    taken.run(0.0001f, from, to);
  }

  /** The same loop with {@code slipstream.device=auto}, the default. */
  @Benchmark
  public void takenIfItPays() {
    takenIfItPays.run(0.0001f, from, to);
  }
}
