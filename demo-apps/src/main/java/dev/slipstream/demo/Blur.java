package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** Blurs a picture with a Gaussian, first along its rows, then along its columns. */
public final class Blur {
  /** Pixels in each direction of the sample picture. */
  public static final int DEFAULT_SIZE = 1024;

  private static final int CHANNELS = 3;

  private final int width;
  private final int height;
  private final int radius;
  private final float[] weights;
  private long loopNanos;

  Blur(int width, int height, int radius) {
    this.width = width;
    this.height = height;
    this.radius = radius;
    this.weights = gaussian(radius);
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
            "blur", args, "--size N", "--radius N", "--passes N", "--input FILE", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 1, 32_768);
    int radius = arguments.number("--radius", 64, 0, 1000);
    int passes = arguments.number("--passes", 3, 1, 100);
    Optional<Path> input = arguments.file("--input", "for a sample");
    Picture picture = input.isPresent() ? Pictures.read(input.get()) : sample(size);

    Blur blur = new Blur(picture.width(), picture.height(), radius);
    long start = System.nanoTime();
    Picture blurred = blur.apply(picture, passes);
    long nanos = System.nanoTime() - start;

    Path file = arguments.out().resolve("blur.png");
    Pictures.write(file, blurred);
    System.out.println(
        "blurred "
            + (input.isPresent() ? input.get().toString() : "a sample picture")
            + ", "
            + picture.width()
            + " x "
            + picture.height()
            + ", over "
            + radius
            + " pixels to each side, "
            + passes
            + (passes == 1 ? " time" : " times"));
    System.out.println("wrote " + file);
    return new Outcome(
        new Checksum().add(blurred.rgb()).hex(), OptionalDouble.empty(), nanos, blur.loopNanos);
  }

  /** Returns the picture after the given number of successive blurs. */
  Picture apply(Picture picture, int passes) {
    int[] rgb = new int[width * height];
    float[] plane = new float[width * height];
    float[] between = new float[width * height];
    for (int channel = 0; channel < CHANNELS; channel++) {
      int shift = 8 * channel;
      for (int i = 0; i < rgb.length; i++) {
        plane[i] = picture.rgb()[i] >> shift & 0xFF;
      }
      long start = System.nanoTime();
      for (int pass = 0; pass < passes; pass++) {
        alongRows(plane, between);
        alongColumns(between, plane);
      }
      // The time counts until the results can be read.
      if (plane.length > 0 && Float.isNaN(plane[0])) {
        throw new IllegalStateException("a pixel has no colour");
      }
      loopNanos += System.nanoTime() - start;
      for (int i = 0; i < rgb.length; i++) {
        rgb[i] |= Math.min(255, (int) (plane[i] + 0.5f)) << shift;
      }
    }
    return new Picture(rgb, width, height);
  }

  private void alongRows(float[] from, float[] to) {
    for (@Parallel int y = 0; y < height; y++) {
      for (@Parallel int x = 0; x < width; x++) {
        float sum = 0;
        for (int k = -radius; k <= radius; k++) {
          int column = Math.max(0, Math.min(x + k, width - 1));
          sum += weights[k + radius] * from[y * width + column];
        }
        to[y * width + x] = sum;
      }
    }
  }

  private void alongColumns(float[] from, float[] to) {
    for (@Parallel int y = 0; y < height; y++) {
      for (@Parallel int x = 0; x < width; x++) {
        float sum = 0;
        for (int k = -radius; k <= radius; k++) {
          int row = Math.max(0, Math.min(y + k, height - 1));
          sum += weights[k + radius] * from[row * width + x];
        }
        to[y * width + x] = sum;
      }
    }
  }

  /** Returns the weights of a Gaussian that ends at three standard deviations; their sum is 1. */
  private static float[] gaussian(int radius) {
    double[] bell = new double[2 * radius + 1];
    double deviation = Math.max(radius, 1) / 3.0;
    double sum = 0;
    for (int i = 0; i < bell.length; i++) {
      double distance = (i - radius) / deviation;
      // StrictMath, so that the weights are the same on every machine.
      bell[i] = StrictMath.exp(-0.5 * distance * distance);
      sum += bell[i];
    }
    float[] weights = new float[bell.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) (bell[i] / sum);
    }
    return weights;
  }

  /** Returns rings and stripes with sharp edges, on which a blur is easy to see. */
  static Picture sample(int size) {
    int[] rgb = new int[size * size];
    int tile = Math.max(1, size / 16);
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        double dx = (x - 0.5 * size) / size;
        double dy = (y - 0.5 * size) / size;
        boolean ring = (int) (24 * (dx * dx + dy * dy)) % 2 == 0;
        boolean stripe = (x + y) / tile % 2 == 0;
        rgb[y * size + x] = ring ? (stripe ? 0xF2B134 : 0xED553B) : (stripe ? 0x112F41 : 0x068587);
      }
    }
    return new Picture(rgb, size, size);
  }
}
