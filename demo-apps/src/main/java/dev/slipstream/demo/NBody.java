package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Random;

/** Simulates bodies that all attract each other, and computes every pair. */
public final class NBody {
  /** The number of bodies. */
  public static final int DEFAULT_SIZE = 8192;

  private static final double STEP = 0.001;
  private static final double SOFTENING = 1e-4;

  private final int count;
  private final double[] mass;
  private final double[] x;
  private final double[] y;
  private final double[] z;
  private final double[] vx;
  private final double[] vy;
  private final double[] vz;

  /** Creates bodies at rest, at random places in a cube, with a total mass of about 1. */
  NBody(int count, long seed) {
    this.count = count;
    mass = new double[count];
    x = new double[count];
    y = new double[count];
    z = new double[count];
    vx = new double[count];
    vy = new double[count];
    vz = new double[count];
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      mass[i] = (0.5 + random.nextDouble()) / count;
      x[i] = random.nextDouble() - 0.5;
      y[i] = random.nextDouble() - 0.5;
      z[i] = random.nextDouble() - 0.5;
    }
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
    Arguments arguments = new Arguments("nbody", args, "--size N", "--steps N");
    int count = arguments.number("--size", DEFAULT_SIZE, 1, 4_194_304);
    int steps = arguments.number("--steps", 12, 1, 1_000_000);

    NBody bodies = new NBody(count, 42);
    long start = System.nanoTime();
    bodies.advance(steps);
    // The time counts until the results can be read.
    String checksum = new Checksum().add(bodies.x).add(bodies.y).add(bodies.z).hex();
    long nanos = System.nanoTime() - start;

    System.out.println(
        String.format(
            Locale.ROOT,
            "moved %d bodies for %d steps; their momentum, 0 at first, is %.1e",
            count,
            steps,
            bodies.momentum()));
    return new Outcome(checksum, OptionalDouble.empty(), nanos, nanos);
  }

  void advance(int steps) {
    for (int step = 0; step < steps; step++) {
      accelerate();
      move();
    }
  }

  private void accelerate() {
    for (@Parallel int i = 0; i < count; i++) {
      double ax = 0;
      double ay = 0;
      double az = 0;
      for (int j = 0; j < count; j++) {
        double dx = x[j] - x[i];
        double dy = y[j] - y[i];
        double dz = z[j] - z[i];
        double square = dx * dx + dy * dy + dz * dz + SOFTENING;
        double pull = mass[j] / (square * Math.sqrt(square));
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
      }
      vx[i] += STEP * ax;
      vy[i] += STEP * ay;
      vz[i] += STEP * az;
    }
  }

  private void move() {
    for (@Parallel int i = 0; i < count; i++) {
      x[i] += STEP * vx[i];
      y[i] += STEP * vy[i];
      z[i] += STEP * vz[i];
    }
  }

  /** Returns the length of the total momentum; without rounding it would stay 0. */
  double momentum() {
    double px = 0;
    double py = 0;
    double pz = 0;
    for (int i = 0; i < count; i++) {
      px += mass[i] * vx[i];
      py += mass[i] * vy[i];
      pz += mass[i] * vz[i];
    }
    return Math.sqrt(px * px + py * py + pz * pz);
  }

  /** Returns the kinetic and the potential energy; O(n²). */
  double energy() {
    double energy = 0;
    for (int i = 0; i < count; i++) {
      energy += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
      for (int j = 0; j < i; j++) {
        double dx = x[j] - x[i];
        double dy = y[j] - y[i];
        double dz = z[j] - z[i];
        energy -= mass[i] * mass[j] / Math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
      }
    }
    return energy;
  }
}
