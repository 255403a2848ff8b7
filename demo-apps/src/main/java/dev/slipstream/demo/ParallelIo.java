package dev.slipstream.demo;

import dev.slipstream.api.HostAccess;
import dev.slipstream.api.HostMapper;
import dev.slipstream.api.IndexRange;
import dev.slipstream.api.Parallel;
import dev.slipstream.api.Slipstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Writes a large array to a file and reads it again; all ranks do so simultaneously, each its own
 * part. Shows the speed beside that of {@code dd}.
 */
public final class ParallelIo {
  /** The size in MiB. */
  public static final int DEFAULT_SIZE = 256;

  /** The numbers in a MiB. Each rank's part is a multiple of it. */
  private static final int BLOCK = (1 << 20) / Double.BYTES;

  private final Path file;
  private final int blocks;
  private final double[] numbers;
  private long loopNanos;

  private ParallelIo(Path file, int blocks) {
    this.file = file;
    this.blocks = blocks;
    this.numbers = new double[blocks * BLOCK];
  }

  public static void main(String[] args) {
    try {
      run(args).print(System.out);
    } catch (UserError e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static Outcome run(String[] args) throws UserError {
    Arguments arguments = new Arguments("parallel-io", args, "--size N", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 1, Integer.MAX_VALUE / BLOCK);
    ParallelIo io = new ParallelIo(arguments.out().resolve("parallel-io.bin"), size);
    long start = System.nanoTime();
    io.compute();
    int[] computed = io.checksums();
    long writing;
    long reading;
    try {
      writing = io.write();
      io.forget();
      reading = io.read();
    } catch (UncheckedIOException e) {
      throw new UserError(
          "cannot write or read "
              + io.file
              + " ("
              + e.getCause()
              + "): choose another folder with --out, or a smaller --size",
          e);
    }
    int[] found = io.checksums();
    int wrong = io.wrong();
    long nanos = System.nanoTime() - start;
    for (int block = 0; block < size; block++) {
      if (computed[block] != found[block]) {
        throw new IllegalStateException("MiB " + block + " of " + io.file + " is not what it was");
      }
    }
    System.out.println(
        "wrote and read " + size + " MiB; " + wrong + " numbers are not those that were computed");
    io.show(writing, reading);
    return new Outcome(
        new Checksum().add(found).hex(), OptionalDouble.empty(), nanos, io.loopNanos);
  }

  private void compute() {
    long start = System.nanoTime();
    for (@Parallel int i = 0; i < numbers.length; i++) {
      numbers[i] = number(i);
    }
    loopNanos += System.nanoTime() - start;
  }

  /** Returns a number that differs from its neighbours. */
  private static double number(int i) {
    long mixed = (i + 1) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (mixed >>> 11) * 0x1p-53;
  }

  /** Clears the array, so that the numbers can only come from the file. */
  private void forget() {
    long start = System.nanoTime();
    for (@Parallel int i = 0; i < numbers.length; i++) {
      numbers[i] = -1;
    }
    loopNanos += System.nanoTime() - start;
  }

  /** Returns how many numbers differ from the computed ones. */
  private int wrong() {
    long start = System.nanoTime();
    int wrong = 0;
    for (@Parallel int i = 0; i < numbers.length; i++) {
      if (numbers[i] != number(i)) {
        wrong++;
      }
    }
    loopNanos += System.nanoTime() - start;
    return wrong;
  }

  /** Returns a checksum of each MiB; the ranks share the work. */
  private int[] checksums() {
    int[] all = new int[blocks];
    Slipstream.distributed(
            blocks,
            part -> {
              for (int block = (int) part.from(); block < part.to(); block++) {
                all[block] =
                    new Checksum().add(numbers, block * BLOCK, (block + 1) * BLOCK).value();
              }
            },
            HostAccess.reads(numbers, HostMapper.slice(BLOCK)),
            HostAccess.writes(all, HostMapper.oneToOne()))
        .join();
    return all;
  }

  /** Has each rank write its part, and returns the nanoseconds until all are on the disk. */
  private long write() {
    long[] nanos = new long[1];
    Slipstream.collective(
            ranks -> {
              if (ranks.rank() == 0) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.deleteIfExists(file);
              }
              ranks.barrier();
              long start = System.nanoTime();
              IndexRange mine = ranks.allocationWindow(numbers);
              try (DoubleFile out =
                  DoubleFile.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                out.write(numbers, (int) mine.from(), (int) mine.to(), mine.from());
                out.force();
              }
              ranks.barrier();
              nanos[0] = System.nanoTime() - start;
            },
            HostAccess.reads(numbers, HostMapper.evenSplit(BLOCK)))
        .join();
    return nanos[0];
  }

  /** Has each rank read its part, and returns the nanoseconds until all have done so. */
  private long read() {
    long[] nanos = new long[1];
    Slipstream.collective(
            ranks -> {
              ranks.barrier();
              long start = System.nanoTime();
              IndexRange mine = ranks.allocationWindow(numbers);
              try (DoubleFile in = DoubleFile.open(file, StandardOpenOption.READ)) {
                in.read(numbers, (int) mine.from(), (int) mine.to(), mine.from());
              }
              ranks.barrier();
              nanos[0] = System.nanoTime() - start;
              if (ranks.rank() == 0) {
                Files.delete(file);
              }
            },
            HostAccess.writes(numbers, HostMapper.evenSplit(BLOCK)))
        .join();
    return nanos[0];
  }

  /** Prints the speed, and that of {@code dd} for as much data in the same folder. */
  private void show(long writing, long reading) {
    Slipstream.onMaster(
            () -> {
              Path other = file.resolveSibling("parallel-io-dd.bin");
              try {
                System.out.println(
                    line("write", writing, dd("if=/dev/zero", "of=" + other, "conv=fdatasync")));
                System.out.println(line("read", reading, dd("if=" + other, "of=/dev/null")));
              } finally {
                Files.deleteIfExists(other);
              }
            })
        .join();
  }

  private String line(String what, long nanos, OptionalDouble other) {
    String speed = String.format(Locale.ROOT, "%-5s %8.0f MB/s", what, megabytes() / nanos * 1e9);
    return other.isEmpty()
        ? speed
        : speed + String.format(Locale.ROOT, "   dd %8.0f MB/s", other.getAsDouble());
  }

  /** Returns the MB/s of {@code dd}; empty if it cannot be run. */
  private OptionalDouble dd(String... operands) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("dd", "bs=1M", "count=" + blocks));
    command.addAll(List.of(operands));
    try {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean worked = process.waitFor() == 0;
      double seconds = (System.nanoTime() - start) / 1e9;
      return worked ? OptionalDouble.of(megabytes() / seconds) : OptionalDouble.empty();
    } catch (IOException notThere) {
      return OptionalDouble.empty();
    }
  }

  private double megabytes() {
    return numbers.length * (double) Double.BYTES / 1e6;
  }
}
