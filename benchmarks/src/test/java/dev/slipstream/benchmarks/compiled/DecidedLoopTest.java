package dev.slipstream.benchmarks.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LaunchPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecidedLoopTest {
  @ParameterizedTest
  @EnumSource
  void everyProgramIsTakenAndMayRunAsAKernel(DecidedLoop.Program program) {
    DecidedLoop loop = DecidedLoop.of(program, 4);
    assertThat(loop.plan(0)).isInstanceOf(LaunchPlan.Run.class);
    assertThat(loop.submission().captures()).isNotEmpty();
  }
}
