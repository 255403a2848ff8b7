package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Constants that a driver's compiler computes must be equal to the device's results. */
class ConstantFoldingTest {
  @Test
  void roundingAConstantThatIsNoNumberGivesNoNumber() throws Throwable {
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      assumeTrue(device != null, "no OpenCL device is there");
      TestProgram program =
          TestProgram.of(
              """
              static double[] run(int n) {
                double[] a = new double[n * 6];
                for (@Parallel int i = 0; i < n; i++) {
                  a[6 * i] = 3;
                  a[6 * i] = Math.floor(Math.min(-0.0, Double.NaN));
                  a[6 * i + 1] = Math.ceil(Double.NaN);
                  a[6 * i + 2] = Math.rint(0.0 / 0.0);
                  a[6 * i + 3] = Math.round(Double.NaN);
                  a[6 * i + 4] = Math.round(Float.NaN);
                  a[6 * i + 5] = Math.floor(1e300) + Math.ceil(Double.POSITIVE_INFINITY);
                }
                return a;
              }
              """);
      program.launchWith(new CheckedLaunch(Optional.of(device)));
      assertThat((double[]) program.taken("run", 5)).isEqualTo((double[]) program.plain("run", 5));
      assertThat(program.runs()).hasSize(1);
    }
  }

  @Test
  void theMagnitudeOfAMinusZeroThatIsChosenBetweenConstantsIsZero() throws Throwable {
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      assumeTrue(device != null, "no OpenCL device is there");
      TestProgram program =
          TestProgram.of(
              """
              static float[] run(int n) {
                float[] a = new float[2 * n];
                int[] b = new int[n];
                for (int i = 0; i < n; i++) b[i] = i % 2;
                for (@Parallel int i = 0; i < n; i++) {
                  a[2 * i] = Math.abs(b[i] == 0 ? -0f : 1);
                  a[2 * i + 1] = (float) Math.abs(b[i] == 0 ? -0.0 : 0x1p31);
                }
                return a;
              }
              """);
      program.launchWith(new CheckedLaunch(Optional.of(device)));
      assertThat((float[]) program.taken("run", 5)).isEqualTo((float[]) program.plain("run", 5));
      assertThat(program.runs()).hasSize(1);
    }
  }

  @Test
  void theLeastOfADifferenceFromNothingAndTwoOthersHasItsSign() throws Throwable {
    try (OpenClTestDevice device = OpenClTestDevice.open("").orElse(null)) {
      assumeTrue(device != null, "no OpenCL device is there");
      TestProgram program =
          TestProgram.of(
              """
              static int run(int n) {
                int s = 1;
                for (@Parallel int i = 0; i < n; i++) {
                  s = Math.min(s, 0 * i - i);
                  s = Math.min(s, 0);
                }
                return s;
              }
              """);
      program.launchWith(new CheckedLaunch(Optional.of(device)));
      assertThat((int) program.taken("run", 8)).isEqualTo(-7);
      assertThat(program.runs()).hasSize(1);
    }
  }
}
