package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** Draws the Mandelbrot set: how many steps of z = z² + c each point takes to leave the circle. */
public final class Mandelbrot {
  /** The number of pixels in each direction. */
  public static final int DEFAULT_SIZE = 1280;

  private static final double LEFT = -2.0;
  private static final double TOP = -1.25;
  private static final double EXTENT = 2.5;

  private Mandelbrot() {}

  public static void main(String[] args) {
    try {
      run(args).print(System.out);
    } catch (UserError e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static Outcome run(String[] args) throws UserError {
    Arguments arguments = new Arguments("mandelbrot", args, "--size N", "--steps N", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 1, 32_768);
    int limit = arguments.number("--steps", 3000, 1, 1_000_000);

    int[] steps = new int[size * size];
    long start = System.nanoTime();
    draw(steps, size, size, limit);
    // The time counts until the results can be read.
    String checksum = new Checksum().add(steps).hex();
    long nanos = System.nanoTime() - start;

    Path file = arguments.out().resolve("mandelbrot.png");
    Pictures.write(file, new Picture(colours(steps, limit), size, size));
    System.out.println("drew " + size + " x " + size + " points of at most " + limit + " steps");
    System.out.println("wrote " + file);
    return new Outcome(checksum, OptionalDouble.empty(), nanos, nanos);
  }

  static void draw(int[] steps, int width, int height, int limit) {
    double scale = EXTENT / width;
    for (@Parallel int y = 0; y < height; y++) {
      for (@Parallel int x = 0; x < width; x++) {
        steps[y * width + x] = escape(LEFT + x * scale, TOP + y * scale, limit);
      }
    }
  }

  /** Returns the number of steps until |z| exceeds 2, or {@code limit} for points that stay. */
  static int escape(double cr, double ci, int limit) {
    double zr = 0;
    double zi = 0;
    int n = 0;
    while (n < limit && zr * zr + zi * zi <= 4.0) {
      double next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = next;
      n++;
    }
    return n;
  }

  private static int[] colours(int[] steps, int limit) {
    int[] rgb = new int[steps.length];
    for (int i = 0; i < rgb.length; i++) {
      int n = steps[i];
      rgb[i] = n == limit ? 0 : colour(n);
    }
    return rgb;
  }

  private static int colour(int n) {
    int red = Math.min(255, n * 4);
    int green = Math.min(255, n * 2 % 512);
    int blue = 255 - Math.min(200, n * 3);
    return red << 16 | green << 8 | blue;
  }
}
