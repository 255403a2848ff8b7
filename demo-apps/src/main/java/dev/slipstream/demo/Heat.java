package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Simulates heat that flows through a plate, which conducts worse where it is hot; its rim stays
 * cold.
 */
public final class Heat {
  /** The number of cells in each direction. */
  public static final int DEFAULT_SIZE = 512;

  private static final int FRAMES = 4;
  private static final double CONDUCTIVITY = 0.24;
  private static final double FALL = 0.5;

  private final int width;
  private final int height;
  private double[] now;
  private double[] next;
  private long loopNanos;

  /**
   * Creates a plate with three hot spots of temperatures from 0.5 to 1; all else has temperature 0.
   */
  Heat(int width, int height) {
    this.width = width;
    this.height = height;
    this.now = new double[width * height];
    this.next = new double[width * height];
    spot(0.30, 0.35, 0.12, 1.0);
    spot(0.70, 0.40, 0.08, 0.8);
    spot(0.50, 0.75, 0.10, 0.5);
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
    Arguments arguments = new Arguments("heat", args, "--size N", "--steps N", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 3, 32_768);
    int steps = arguments.number("--steps", 2400, 1, 1_000_000);

    Heat heat = new Heat(size, size);
    double before = heat.hottest();
    long nanos = 0;
    int done = 0;
    for (int frame = 1; frame <= FRAMES; frame++) {
      int goal = (int) ((long) steps * frame / FRAMES);
      long start = System.nanoTime();
      heat.advance(goal - done);
      Picture picture = heat.picture();
      nanos += System.nanoTime() - start;
      done = goal;
      Path file = arguments.out().resolve("heat-" + frame + ".png");
      Pictures.write(file, picture);
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "let heat flow over %d x %d cells for %d steps; the hottest cell cooled from %.3f to"
                + " %.3f",
            size,
            size,
            steps,
            before,
            heat.hottest()));
    System.out.println(
        "wrote " + arguments.out().resolve("heat-1.png") + " to heat-" + FRAMES + ".png");
    return new Outcome(
        new Checksum().add(heat.now).hex(), OptionalDouble.empty(), nanos, heat.loopNanos);
  }

  void advance(int steps) {
    for (int i = 0; i < steps; i++) {
      long start = System.nanoTime();
      step();
      loopNanos += System.nanoTime() - start;
      double[] old = now;
      now = next;
      next = old;
    }
    // The time counts until the results can be read.
    long start = System.nanoTime();
    if (Double.isNaN(now[0])) {
      throw new IllegalStateException("a cell has no temperature");
    }
    loopNanos += System.nanoTime() - start;
  }

  private void step() {
    for (@Parallel int y = 1; y < height - 1; y++) {
      for (@Parallel int x = 1; x < width - 1; x++) {
        int here = y * width + x;
        double t = now[here];
        next[here] =
            t
                + flow(now[here - 1], t)
                + flow(now[here + 1], t)
                + flow(now[here - width], t)
                + flow(now[here + width], t);
      }
    }
  }

  /** Returns the heat that flows to a cell from its neighbour, which loses the same amount. */
  private static double flow(double from, double to) {
    return CONDUCTIVITY / (1 + FALL * (from + to)) * (from - to);
  }

  /** Returns the temperatures, row by row. */
  double[] temperatures() {
    return now.clone();
  }

  double total() {
    double total = 0;
    for (double temperature : now) {
      total += temperature;
    }
    return total;
  }

  double hottest() {
    double hottest = 0;
    for (double temperature : now) {
      hottest = Math.max(hottest, temperature);
    }
    return hottest;
  }

  private void spot(double x, double y, double radius, double temperature) {
    double reach = radius * width;
    for (int row = 1; row < height - 1; row++) {
      for (int column = 1; column < width - 1; column++) {
        double dx = column - x * width;
        double dy = row - y * height;
        if (dx * dx + dy * dy < reach * reach) {
          now[row * width + column] = temperature;
        }
      }
    }
  }

  private Picture picture() {
    int[] rgb = new int[now.length];
    for (int i = 0; i < rgb.length; i++) {
      int heat = (int) (Math.min(1, now[i]) * 767);
      int red = Math.min(255, heat);
      int green = Math.min(255, Math.max(0, heat - 256));
      int blue = Math.max(0, heat - 512);
      rgb[i] = red << 16 | green << 8 | blue;
    }
    return new Picture(rgb, width, height);
  }
}
