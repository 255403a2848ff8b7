package dev.slipstream.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulationsTest {
  @Test
  void theMandelbrotSetHoldsItsKnownPoints() {
    assertThat(Mandelbrot.escape(0, 0, 500)).isEqualTo(500);
    assertThat(Mandelbrot.escape(-1, 0, 500)).isEqualTo(500);
    assertThat(Mandelbrot.escape(-2, 0, 500)).isEqualTo(500);
    assertThat(Mandelbrot.escape(0, 1, 500)).isEqualTo(500);
    assertThat(Mandelbrot.escape(2, 2, 500)).isEqualTo(1);
    // z takes the values 0, 1, 2, 5: the last one is the first outside the circle.
    assertThat(Mandelbrot.escape(1, 0, 500)).isEqualTo(3);
  }

  @Test
  void theMandelbrotPictureIsMirroredAtTheRealAxis() {
    int size = 64;
    int[] steps = new int[size * size];
    Mandelbrot.draw(steps, size, size, 100);

    for (int y = 1; y < size; y++) {
      for (int x = 0; x < size; x++) {
        assertThat(steps[y * size + x]).isEqualTo(steps[(size - y) * size + x]);
      }
    }
  }

  @Test
  void heatIsKeptUntilItReachesTheRimAndTheHottestCellOnlyCools() {
    Heat heat = new Heat(64, 64);
    double total = heat.total();
    double hottest = heat.hottest();
    heat.advance(5);
    assertThat(heat.total()).isCloseTo(total, within(1e-9 * total));

    for (int i = 0; i < 20; i++) {
      heat.advance(100);
      assertThat(heat.hottest()).isLessThanOrEqualTo(hottest);
      hottest = heat.hottest();
      for (double temperature : heat.temperatures()) {
        assertThat(temperature).isNotNegative();
      }
    }
    assertThat(heat.total()).isLessThan(0.9 * total).isPositive();
  }

  @Test
  void heatStaysZeroAtTheRim() {
    Heat heat = new Heat(20, 30);
    heat.advance(51);
    double[] temperatures = heat.temperatures();

    for (int x = 0; x < 20; x++) {
      assertThat(temperatures[x]).isZero();
      assertThat(temperatures[29 * 20 + x]).isZero();
    }
    for (int y = 0; y < 30; y++) {
      assertThat(temperatures[y * 20]).isZero();
      assertThat(temperatures[y * 20 + 19]).isZero();
    }
  }

  @Test
  void bodiesKeepTheirMomentumAndTheirEnergy() {
    NBody bodies = new NBody(200, 5);
    double energy = bodies.energy();
    bodies.advance(100);

    assertThat(bodies.momentum()).isLessThan(1e-12);
    assertThat(bodies.energy()).isNegative().isCloseTo(energy, within(0.01 * Math.abs(energy)));
  }

  @Test
  void oneBodyAloneStaysAtRest() {
    NBody body = new NBody(1, 5);
    body.advance(10);

    assertThat(body.momentum()).isZero();
    assertThat(body.energy()).isZero();
  }

  @Test
  void theProductOfMatricesIsThatOfTheDefinition() {
    long seed = 20_261;
    System.out.println("matrix seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    int n = 37;
    float[] a = MatMul.matrix(n, random);
    float[] b = MatMul.matrix(n, random);
    float[] c = new float[n * n];
    MatMul.multiply(a, b, c, n);

    for (int row = 0; row < n; row++) {
      for (int column = 0; column < n; column++) {
        double exact = 0;
        for (int k = 0; k < n; k++) {
          exact += (double) a[row * n + k] * b[k * n + column];
        }
        assertThat((double) c[row * n + column]).isCloseTo(exact, within(1e-5));
      }
    }
  }
}
