package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.coherence.ChangedRuntime.Fault;
import dev.slipstream.fixture.LongTests;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs detect missing guards, dependencies and snapshots. */
class CoherenceMutationTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_121);
  private static final int MOST = 1_000;

  @ParameterizedTest
  @CsvSource({
    "read, 0",
    "write, 0",
    "beginRead, 0",
    "beginWrite, 0",
    "handedOut, 1",
    "handedOut, 4"
  })
  void aGuardThatIsNotCalledIsFound(String method, int mode) {
    requireFound(new LeftOut(method, mode));
  }

  @ParameterizedTest
  @CsvSource({
    "written, 0",
    "readElement, 0",
    "writeElement, 0",
    "writtenElement, 0",
    "endWrite, 0",
    "readRows, 0",
    "beginWriteRows, 0",
    "endWriteRows, 0",
    "writtenRows, 0",
    "takenBack, 0",
    "cameOut, 0",
    "fence, 0",
    "handedOut, 2",
    "handedOut, 3",
    "handedOut, 5"
  })
  void aGuardThatIsSeldomNeededIsFoundAsWellIfItIsNotCalled(String method, int mode) {
    LongTests.assumeRun("all mutations take minutes");
    requireFound(new LeftOut(method, mode));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRUE", "ANTI", "OUTPUT"})
  void aKindOfDependencyThatIsForgottenIsFound(String kind) {
    LongTests.assumeRun("all mutations take minutes");
    requireFound(kind, ChangedRuntime.withoutDependencies(kind));
  }

  @Test
  void rowsThatAreReadWhenDevicesWorkAreFound() {
    requireFound("rows of later", ChangedRuntime.withoutSnapshots());
  }

  @Test
  void rowsThatHaveChangedUnnoticedAreFound() {
    LongTests.assumeRun("all mutations take minutes");
    requireFound("changed rows", ChangedRuntime.withoutComparison());
  }

  private static void requireFound(LeftOut leftOut) {
    CoherenceFuzzer fuzzer = new CoherenceFuzzer(List.of(Pace.Kind.values()), leftOut);
    Optional<CoherenceFuzzer.Difference> found = fuzzer.firstDifference(SEED, MOST);
    System.out.println("without " + leftOut + ": " + fuzzer.programs() + " programs");
    assertThat(found).isPresent();
  }

  private static void requireFound(String name, Fault fault) {
    int programs = ChangedRuntime.programsUntilDifference(fault, SEED, MOST);
    System.out.println("with " + name + ": " + programs + " programs");
    assertThat(programs).isPositive();
  }
}
