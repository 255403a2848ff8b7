package dev.slipstream.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostKernelsTest {
  /**
   * The kernels give equal results each time; otherwise runs with and without guards would not do
   * the same work.
   */
  @ParameterizedTest
  @ValueSource(strings = {"FFT", "SOR", "MonteCarlo", "Sparse", "LU", "Pointers"})
  void aKernelComputesTheSameFromTheSameData(String kernel) {
    double first = new HostKernels(new KernelData()).applyAsDouble(kernel);
    double second = new HostKernels(new KernelData()).applyAsDouble(kernel);
    assertThat(first).isFinite().isNotZero().isEqualTo(second);
  }
}
