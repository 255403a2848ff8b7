package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** What is known about the backends of TornadoVM's versions. */
class FactsTest {
  @Test
  void olderVersionsAndUnknownBackendsHaveNoFactsAndLaterOnesThoseOfTheLastKnown() {
    assertThat(Facts.of("OPENCL", "5.1.9-jdk25")).isEmpty();
    assertThat(Facts.of("SPIRV", "5.2.0-jdk25")).isEmpty();
    assertThat(Facts.of("CUDA", "5.2.0-jdk25")).isEmpty();
    assertThat(Facts.of("METAL", "7.3.1-jdk22plus")).isEmpty();
    assertThat(Facts.of("CUDA", "7.3.1-jdk22plus")).isPresent();
    assertThat(Facts.of("PTX", "5.2.0-jdk25")).isPresent();
    assertThat(Facts.of("PTX", "7.3.1")).isEqualTo(Facts.of("PTX", "5.2.0"));
    assertThat(Facts.of("PTX", "?")).isEqualTo(Facts.of("PTX", "5.2.0"));
    assertThat(Facts.of("OPENCL", "10.0")).isPresent();
  }

  @Test
  void onlyOnOpenClOfNvidiaAreResultsKnownToDiffer() {
    Facts openCl = Facts.of("OPENCL", "5.2.0").orElseThrow();
    assertThat(openCl.isExactOn("NVIDIA CUDA")).isFalse();
    assertThat(openCl.isExactOn("Portable Computing Language")).isTrue();
    assertThat(Facts.of("PTX", "5.2.0").orElseThrow().isExactOn("NVIDIA CUDA")).isTrue();
  }

  @Test
  void onCudaNothingIsTakenToBeExactAndEachShiftIsByFewerBitsThanThereAre() {
    Facts cuda = Facts.of("CUDA", "6.0.0-jdk22plus").orElseThrow();
    assertThat(cuda.isExactOn("NVIDIA CUDA")).isFalse();
    assertThat(cuda.isExactOn("")).isFalse();
    for (int shift = Opcodes.ISHL; shift <= Opcodes.LUSHR; shift++) {
      assertThat(cuda.replacement(shift)).isPresent();
    }
    assertThat(cuda.usesCuda()).isFalse();
    assertThat(cuda.recordsRuns()).isFalse();
  }

  @Test
  void eachBackendHasTheShiftReplacedThatItGetsWrong() {
    Facts openCl = Facts.of("OPENCL", "5.2.0").orElseThrow();
    Facts ptx = Facts.of("PTX", "5.2.0").orElseThrow();
    assertThat(openCl.replacement(Opcodes.ISHR)).isEmpty();
    assertThat(openCl.replacement(Opcodes.IUSHR)).isPresent();
    assertThat(ptx.replacement(Opcodes.ISHR)).isPresent();
    assertThat(ptx.replacement(Opcodes.FDIV)).isPresent();
    assertThat(ptx.refusal(Opcodes.LREM)).isPresent();
    assertThat(openCl.refusal(Opcodes.LREM)).isPresent();
  }
}
