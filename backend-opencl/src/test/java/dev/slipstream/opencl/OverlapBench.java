package dev.slipstream.opencl;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.ResidentMachine.Use;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.execution.Assignment;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobKind;
import dev.slipstream.runtime.execution.Lane;
import dev.slipstream.runtime.execution.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long a device copies while it computes, in a pipeline of loops that have nothing to do with
 * each other: each needs its own array and gives it back. Run by {@code main}; the argument names
 * the file for the trace, a line of JSON for each job as Chrome's trace viewer reads them.
 */
final class OverlapBench {
  private static final int LOOPS = 24;
  private static final int ELEMENTS = 8 << 20;

  private OverlapBench() {}

  /** Enough arithmetic that a kernel takes about as long as the copies. */
  static final class Work {
    public static void body(int i, float[] a, int rounds) {
      float x = a[i];
      for (int k = 0; k < rounds; k++) {
        x = x * 0.999f + 0.001f * i;
      }
      a[i] = x;
    }
  }

  /** A stretch of time in which a lane had a job, in nanoseconds. */
  private record Span(String lane, String what, JobKind kind, long from, long to) {}

  /** Notes when lanes had jobs. */
  private static final class Notes implements TraceSink {
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();
    private final List<Span> spans = new ArrayList<>();

    @Override
    public void submitted(Job<?> job, long nanos) {
      // What counts is when it is issued.
    }

    @Override
    public void issued(Assignment<?> assignment, long nanos) {
      begun.put(assignment.job().id(), nanos);
    }

    @Override
    public synchronized void completed(Job<?> job, Optional<Lane> lane, long nanos) {
      long from = begun.remove(job.id());
      lane.ifPresent(
          on ->
              spans.add(
                  new Span(on.toString(), String.valueOf(job.work()), job.kind(), from, nanos)));
    }

    synchronized List<Span> spans() {
      return List.copyOf(spans);
    }
  }

  public static void main(String[] args) throws Exception {
    List<Device> devices = new OpenClBackend().open();
    RangeKernel kernel = TranslatedKernelTest.kernel(Work.class, 1, "[F", "I");
    float[][] arrays = new float[LOOPS][ELEMENTS];
    System.out.println(devices.get(0).description());
    for (int round = 0; round < 4; round++) {
      Notes notes = new Notes();
      try (ResidentMachine machine = new ResidentMachine(devices.get(0), notes)) {
        long began = System.nanoTime();
        for (float[] array : arrays) {
          machine.loop(
              kernel,
              OpenClBench.counting(ELEMENTS),
              new Object[] {array, Integer.getInteger("rounds", 2000)},
              Use.updates(array, 0, ELEMENTS));
        }
        for (float[] array : arrays) {
          machine.coherence.reads(array);
        }
        print(notes.spans(), System.nanoTime() - began);
      }
      if (args.length > 0) {
        write(Path.of(args[0]), notes.spans());
      }
    }
    devices.forEach(Device::close);
  }

  private static void print(List<Span> spans, long wall) {
    List<Span> kernels = merged(spans.stream().filter(s -> s.kind() == JobKind.KERNEL).toList());
    List<Span> in = merged(spans.stream().filter(s -> s.lane().endsWith("upload")).toList());
    List<Span> out = merged(spans.stream().filter(s -> s.lane().endsWith("download")).toList());
    System.out.printf(
        "%,d ns in all; kernels %,d, copies in %,d, out %,d; kernels beside copies in %,d, out %,d;"
            + " copies in beside out %,d%n",
        wall,
        length(kernels),
        length(in),
        length(out),
        overlap(kernels, in),
        overlap(kernels, out),
        overlap(in, out));
  }

  /** The same times, each instant once. */
  private static List<Span> merged(List<Span> spans) {
    List<Span> merged = new ArrayList<>();
    for (Span span : spans.stream().sorted(Comparator.comparing(Span::from)).toList()) {
      Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.to() >= span.from()) {
        merged.set(
            merged.size() - 1,
            new Span("", "", last.kind(), last.from(), Math.max(last.to(), span.to())));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }

  private static long length(List<Span> merged) {
    return merged.stream().mapToLong(span -> span.to() - span.from()).sum();
  }

  private static long overlap(List<Span> some, List<Span> others) {
    long sum = 0;
    for (Span one : some) {
      for (Span other : others) {
        sum += Math.max(0, Math.min(one.to(), other.to()) - Math.max(one.from(), other.from()));
      }
    }
    return sum;
  }

  private static void write(Path file, List<Span> spans) {
    List<String> lines = new ArrayList<>();
    for (Span span : spans) {
      lines.add(
          "{\"name\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":\"%s\",\"ts\":%.3f,\"dur\":%.3f}"
              .formatted(
                  span.what().replace("\"", "'"),
                  span.lane(),
                  span.from() / 1e3,
                  (span.to() - span.from()) / 1e3));
    }
    try {
      Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
