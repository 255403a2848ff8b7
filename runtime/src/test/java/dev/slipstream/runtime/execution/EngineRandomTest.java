package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class EngineRandomTest {
  private static final int JOBS = 120;

  @Test
  void randomJobsKeepAllRulesWhateverTheOrderOfEvents() {
    Random seeds = Seeds.random(38);
    for (int i = Seeds.count(400, 5_000); i > 0; i--) {
      check(seeds.nextLong(), false);
    }
  }

  @Test
  void randomJobsKeepAllRulesOnLanesThatShareEvents() {
    Random seeds = Seeds.random(138);
    for (int i = Seeds.count(400, 5_000); i > 0; i--) {
      check(seeds.nextLong(), true);
    }
  }

  @ParameterizedTest
  @EnumSource(BrokenEngine.Rule.class)
  void anEngineThatBreaksARuleIsFound(BrokenEngine.Rule rule) {
    Random seeds = Seeds.random(238);
    int tries = 0;
    AssertionError found = null;
    while (found == null && tries++ < 50) {
      Random random = new Random(seeds.nextLong());
      RandomJobs jobs = RandomJobs.of(random, JOBS, false);
      try {
        jobs.run(new BrokenEngine(jobs.engine(), rule, random), random);
      } catch (AssertionError e) {
        found = e;
      }
    }
    System.out.println(rule + " was found by program " + tries);
    assertThat(found).isNotNull();
  }

  private static void check(long seed, boolean events) {
    Random random = new Random(seed);
    RandomJobs jobs = RandomJobs.of(random, JOBS, events);
    try {
      jobs.run(Engine.of(jobs.engine()), random);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("with seed " + seed, e);
    }
  }
}
