package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.fixture.LongTests;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * In programs of all kinds, each access to an element follows a guard with no event in between, and
 * each written array is reported before the next event. The programs behave as without guards.
 */
class GuardSoundnessTest {
  private static final long SEED = 20_260_717;
  private static final int KERNELS =
      Integer.getInteger("slipstream.test.guard.kernels", LongTests.count(48, 480));
  private static final int BATCH = 48;

  private static final List<GuardForm> FORMS = List.of(GuardForm.DIRECT, GuardForm.OWN_METHODS);

  private static long seen;

  @AfterAll
  static void manyAccessesWereSeen() {
    System.out.println(seen + " accesses to elements were seen");
    assertThat(seen).isGreaterThan(100_000);
  }

  @TestFactory
  Stream<DynamicTest> everyAccessOfTheNamedProgramsIsGuarded() {
    return Corpus.namedPrograms()
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program.name(),
                    () -> check(program.classes(), program.name(), "run", program.size())));
  }

  @Test
  void everyAccessOfRandomProgramsIsGuarded() {
    System.out.println("seed " + SEED);
    for (int first = 0; first < KERNELS; first += BATCH) {
      Map<String, byte[]> classes = Corpus.randomKernels(SEED, first, BATCH);
      for (GuardForm form : FORMS) {
        GuardedProgram program = new GuardedProgram(classes, form);
        program.verify();
        for (int k = first; k < first + BATCH; k++) {
          for (int variant = 0; variant < 3; variant++) {
            check(program, "Program", "run" + k, variant);
          }
        }
      }
    }
  }

  @Test
  void everyAccessOfSciMarkIsGuarded() {
    check(Corpus.sciMark(), "jnt.scimark2.Driver", "run");
  }

  @Test
  void everyAccessOfJamaIsGuarded() {
    check(Corpus.jama(), "JamaDriver", "run");
  }

  private static void check(
      Map<String, byte[]> classes, String type, String method, Object... arguments) {
    for (GuardForm form : FORMS) {
      GuardedProgram program = new GuardedProgram(classes, form);
      program.verify();
      check(program, type, method, arguments);
    }
  }

  private static void check(
      GuardedProgram program, String type, String method, Object... arguments) {
    GuardedProgram.Run plain = program.plain(type, method, arguments);
    GuardedProgram.Run guarded = program.guarded(type, method, arguments);
    List<String> failures = program.witnessed(type, method, arguments);

    assertThat(failures).as(type + "." + method).isEmpty();
    seen += Witness.accesses();
    assertThat(guarded.thrown()).as(type + "." + method).isEqualTo(plain.thrown());
    assertThat(Arrays.deepToString(new Object[] {guarded.result()}))
        .as(type + "." + method)
        .isEqualTo(Arrays.deepToString(new Object[] {plain.result()}));
  }
}
