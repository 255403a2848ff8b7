package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void figuresHaveThreeDigitsThatMatter() {
    assertThat(Figures.seconds(97_100_000_000L)).isEqualTo("97.1 s");
    assertThat(Figures.seconds(1_234_000_000_000L)).isEqualTo("1,234 s");
    assertThat(Figures.seconds(1_840_000_000L)).isEqualTo("1.84 s");
    assertThat(Figures.seconds(20_000_000)).isEqualTo("0.02 s");
    assertThat(Figures.seconds(3_200_000)).isEqualTo("3.2 ms");
    assertThat(Figures.seconds(12_000)).isEqualTo("12 µs");
    assertThat(Figures.bytes(0)).isEqualTo("–");
    assertThat(Figures.bytes(100)).isEqualTo("100 B");
    assertThat(Figures.bytes(256L << 20)).isEqualTo("256 MiB");
    assertThat(Figures.bytes(3L << 29)).isEqualTo("1.5 GiB");
    assertThat(Figures.ratio(46.2)).isEqualTo("46×");
    assertThat(Figures.ratio(1.24)).isEqualTo("1.2×");
  }
}
