package dev.slipstream.demo;

import dev.slipstream.api.HostAccess;
import dev.slipstream.api.HostMapper;
import dev.slipstream.api.HostObject;
import dev.slipstream.api.Parallel;
import dev.slipstream.api.Slipstream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Simulates waves on a square sheet that is held at its rim. At intervals all ranks together write
 * a checkpoint, from which a later run can go on with the same bits, and one rank prints the
 * energy, which stays the same.
 */
@SuppressWarnings("FutureReturnValueIgnored") // An exception in a host task ends the run.
public final class Waves {
  /** The number of points in each direction. */
  public static final int DEFAULT_SIZE = 512;

  /** The square of the number of points that a wave advances in a step. */
  private static final double COURANT = 0.25;

  /** The number of header values in front of those of a sheet: its size, and the step. */
  private static final int HEADER = 2;

  private final int size;
  private final HostObject<Path> folder;
  private final HostObject<PrintStream> out = HostObject.of(System.out);
  private final double[] energy;
  private double[] before;
  private double[] now;
  private double[] next;
  private int step;
  private long loopNanos;

  private Waves(int size, Path folder) {
    this.size = size;
    this.folder = HostObject.of(folder);
    energy = new double[size];
    before = new double[size * size];
    now = new double[size * size];
    next = new double[size * size];
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
    Arguments arguments =
        new Arguments(
            "waves", args, "--size N", "--steps N", "--every N", "--from FILE", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 3, 32_768);
    int steps = arguments.number("--steps", 1200, 1, 1_000_000);
    int every = arguments.number("--every", 300, 1, 1_000_000);
    Optional<Path> from = arguments.file("--from", "to begin with a new sheet");

    Waves waves =
        from.isPresent() ? of(from.get(), arguments.out()) : plucked(size, arguments.out());
    long start = System.nanoTime();
    try {
      waves.advance(steps, every);
    } catch (UncheckedIOException e) {
      throw new UserError(
          "cannot write to "
              + arguments.out()
              + " ("
              + e.getCause()
              + "): choose another folder with --out",
          e);
    }
    // The time counts until the results can be read.
    String checksum = new Checksum().add(waves.before).add(waves.now).hex();
    long nanos = System.nanoTime() - start;
    Slipstream.barrier();
    System.out.println(
        "let waves run over "
            + waves.size
            + " x "
            + waves.size
            + " points up to step "
            + waves.step);
    return new Outcome(checksum, OptionalDouble.empty(), nanos, waves.loopNanos);
  }

  /** Creates a sheet that was lifted at two places. */
  private static Waves plucked(int size, Path folder) {
    Waves waves = new Waves(size, folder);
    waves.lift(0.3, 0.4, 0.15, 1);
    waves.lift(0.7, 0.6, 0.1, -0.5);
    System.arraycopy(waves.now, 0, waves.before, 0, waves.now.length);
    return waves;
  }

  private void lift(double x, double y, double radius, double height) {
    for (int row = 1; row < size - 1; row++) {
      for (int column = 1; column < size - 1; column++) {
        double dx = (column / (size - 1.0) - x) / radius;
        double dy = (row / (size - 1.0) - y) / radius;
        double inside = 1 - dx * dx - dy * dy;
        if (inside > 0) {
          now[row * size + column] += height * inside * inside;
        }
      }
    }
  }

  /** Computes up to a step. */
  void advance(int steps, int every) {
    while (step < steps) {
      long start = System.nanoTime();
      move();
      loopNanos += System.nanoTime() - start;
      double[] free = before;
      before = now;
      now = next;
      next = free;
      step++;
      if (step % every == 0) {
        showEnergy();
        writeCheckpoint();
      }
    }
  }

  private void move() {
    for (@Parallel int y = 1; y < size - 1; y++) {
      for (@Parallel int x = 1; x < size - 1; x++) {
        int here = y * size + x;
        double neighbours = now[here - 1] + now[here + 1] + now[here - size] + now[here + size];
        next[here] = 2 * now[here] - before[here] + COURANT * (neighbours - 4 * now[here]);
      }
    }
  }

  /**
   * Prints the energy. Each row has a sum of its own, so that the total is the same on any number
   * of ranks.
   */
  private void showEnergy() {
    for (@Parallel int y = 0; y < size - 1; y++) {
      double sum = 0;
      for (int x = 0; x < size - 1; x++) {
        int here = y * size + x;
        double speed = now[here] - before[here];
        double right = (now[here + 1] - now[here]) * (before[here + 1] - before[here]);
        double down = (now[here + size] - now[here]) * (before[here + size] - before[here]);
        sum += speed * speed + COURANT * (right + down);
      }
      energy[y] = sum;
    }
    int number = step;
    Slipstream.onMaster(
        () -> {
          double sum = 0;
          for (double row : energy) {
            sum += row;
          }
          out.get().println(String.format(Locale.ROOT, "step %d: energy %.9f", number, sum));
        },
        HostAccess.reads(energy),
        HostAccess.effects(out));
  }

  /** Has each rank write its rows of the last two steps. */
  private void writeCheckpoint() {
    int number = step;
    double[] first = before;
    double[] second = now;
    Slipstream.distributed(
        size,
        rows -> {
          int from = (int) rows.from() * size;
          int to = (int) rows.to() * size;
          Files.createDirectories(folder.get());
          try (DoubleFile file =
              DoubleFile.open(
                  unfinished(number), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(first, from, to, HEADER + from);
            file.write(second, from, to, HEADER + first.length + from);
            if (from == 0) {
              file.write(new double[] {size, number}, 0, HEADER, 0);
            }
          }
        },
        HostAccess.reads(first, HostMapper.slice(size)),
        HostAccess.reads(second, HostMapper.slice(size)),
        HostAccess.effects(folder));
    // Renamed last, so that a file with the final name is complete.
    Slipstream.collective(
        ranks -> {
          ranks.barrier();
          if (ranks.rank() == 0) {
            Files.move(
                unfinished(number),
                folder.get().resolve("waves-" + number + ".bin"),
                StandardCopyOption.REPLACE_EXISTING);
          }
        },
        HostAccess.effects(folder));
  }

  private Path unfinished(int number) {
    return folder.get().resolve("waves-" + size + "-" + number + ".part");
  }

  /**
   * Reads the sheet of a checkpoint; each rank reads its rows.
   *
   * @throws UserError if the file is no checkpoint
   */
  private static Waves of(Path checkpoint, Path folder) throws UserError {
    double[] header = new double[HEADER];
    try (DoubleFile file = DoubleFile.open(checkpoint, StandardOpenOption.READ)) {
      file.read(header, 0, HEADER, 0);
      double numbers = HEADER + 2 * header[0] * header[0];
      boolean isSize = header[0] >= 3 && header[0] == Math.rint(header[0]);
      if (!isSize || Files.size(checkpoint) != numbers * Double.BYTES) {
        throw new IOException("its size is not what it says");
      }
    } catch (IOException e) {
      throw new UserError(
          "waves: --from names '" + checkpoint + "', which is not a checkpoint: " + e.getMessage(),
          e);
    }
    int size = (int) header[0];
    Waves waves = new Waves(size, folder);
    waves.step = (int) header[1];
    double[] first = waves.before;
    double[] second = waves.now;
    Slipstream.distributed(
        size,
        rows -> {
          int from = (int) rows.from() * size;
          int to = (int) rows.to() * size;
          try (DoubleFile file = DoubleFile.open(checkpoint, StandardOpenOption.READ)) {
            file.read(first, from, to, HEADER + from);
            file.read(second, from, to, HEADER + first.length + from);
          }
        },
        HostAccess.writes(first, HostMapper.slice(size)),
        HostAccess.writes(second, HostMapper.slice(size)));
    return waves;
  }
}
