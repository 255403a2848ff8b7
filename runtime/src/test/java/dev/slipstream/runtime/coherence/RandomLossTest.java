package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.runtime.coherence.FailingDevice.Step;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests random programs whose device fails, with and without a journal. */
class RandomLossTest {
  private static final int PROGRAMS = 5_000;

  @Test
  void noProgramSeesAWrongElementWhereADeviceFailsThatStillAnswers() {
    int lost = 0;
    int lostWithoutAnswer = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      for (boolean answers : new boolean[] {true, false}) {
        LossProgram program = new LossProgram();
        if (answers) {
          program.loops.device.answers();
        }
        try {
          SplittableRandom random = new SplittableRandom(seed);
          program.run(random, 5 + random.nextInt(40), "program " + seed);
        } catch (SlipstreamException results) {
          lost += answers ? 1 : 0;
          lostWithoutAnswer += answers ? 0 : 1;
        }
      }
    }
    // Only what the last kernel may have changed is lost.
    assertThat(lost).isLessThan(lostWithoutAnswer / 2);
  }

  @Test
  void noProgramSeesAWrongElementWhereverADeviceFails() {
    int lost = 0;
    int repeated = 0;
    int recovered = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      LossProgram program = new LossProgram();
      try {
        SplittableRandom random = new SplittableRandom(seed);
        program.run(random, 5 + random.nextInt(15), "program " + seed);
        repeated += program.loops.again.isEmpty() ? 0 : 1;
        recovered += program.copiesRecovered;
      } catch (SlipstreamException results) {
        lost++;
      }
    }
    // If these are not frequent, the programs are unsuitable, not the results wrong.
    assertThat(repeated).isGreaterThan(PROGRAMS / 10);
    assertThat(lost).isGreaterThan(PROGRAMS / 10);
    assertThat(recovered).isGreaterThan(PROGRAMS / 100);
  }

  @Test
  void withAJournalNothingIsLostHoweverOftenNodesAreLost() {
    int repeated = 0;
    int recovered = 0;
    for (int seed = 1; seed <= PROGRAMS; seed++) {
      LossProgram program = new LossProgram();
      program.keepJournal();
      SplittableRandom random = new SplittableRandom(seed);
      program.run(random, 5 + random.nextInt(100), "program " + seed);
      repeated += program.loops.again.isEmpty() ? 0 : 1;
      recovered += program.copiesRecovered;
    }
    assertThat(repeated).isGreaterThan(PROGRAMS / 3);
    assertThat(recovered).isGreaterThan(PROGRAMS / 20);
  }

  @Test
  void aJournalForWhichThereIsNoRoomIsGivenUpOnceAndTheProgramGoesOn() {
    LossProgram program = new LossProgram();
    program.keepJournal();
    FailingDevice loops = program.loops;
    int[] a = new int[(int) LossProgram.JOURNAL_BYTES];
    int[] b = new int[a.length];
    Arrays.fill(a, 1);
    loops.loop(new Step(a, b, 0, a.length, 0));
    loops.loop(new Step(b, a, 0, a.length, 0));
    loops.coherence.reads(a);
    assertThat(a).containsOnly(13);
    assertThat(program.givenUp).isEqualTo(1);

    loops.loop(new Step(a, b, 0, a.length, 0));
    loops.device.failAt(0);
    assertThatThrownBy(() -> loops.coherence.reads(b)).isInstanceOf(SlipstreamException.class);
  }
}
