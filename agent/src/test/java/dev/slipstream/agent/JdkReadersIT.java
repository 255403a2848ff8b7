package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code of the JDK sees what deferred loops have computed in arrays that it came by without a call
 * of the program that hands it the array.
 */
class JdkReadersIT {
  private static final String NOT_DEFERRED = "each loop ends before the program goes on";

  @TempDir private Path folder;

  @BeforeAll
  static void needDevice() {
    OpenClHere.assume();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Replaced", "ReplacedByStream", "RemoteArgument", "RemoteResult"})
  void serialisationReadsWhatLoopsHaveComputedInArraysThatItFindsByItself(String name)
      throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Handles", "Spun", "Implemented"})
  void loopsAreNotDeferredOnceHandlesMayPassArraysToOneAnother(String name) throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).contains(NOT_DEFERRED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HiddenByMethod", "HiddenByHandle"})
  void loopsAreNotDeferredOnceHiddenClassesAreDefinedOutOfSight(String name) throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).contains(NOT_DEFERRED, "defineHiddenClass");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MakerByReference", "MakerByReflection", "MakerByHandle", "FinderByReference"})
  void loopsAreNotDeferredOnceWhatMakesHandlesIsCalledOutOfSight(String name) throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).contains(NOT_DEFERRED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FieldSet", "FieldGet", "FieldHandle"})
  void fieldsOfObjectsOfTheJdkHoldWhatLoopsHaveComputed(String name) throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EncodedBean", "ManagedBean", "DecodedArgument"})
  void methodsThatTheJdkCallsByReflectionLeaveItWhatLoopsHaveComputed(String name)
      throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent(name);
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  @Test
  void whatADecoderSetsInAnArrayOfAStaticFieldStaysThere() throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent("DecodedField");
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  @Test
  void iteratorsThatTheJdkAsksLaterGiveItWhatLoopsHaveComputedSince() throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent("LateBytes");
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  @Test
  void iteratorsOfTheProgramGiveTheJdkWhatLoopsHaveComputed() throws Exception {
    ReportedRun run = saysTheSameAsWithoutTheAgent("Bodies");
    assertThat(run.outcome().err()).doesNotContain(NOT_DEFERRED);
  }

  private ReportedRun saysTheSameAsWithoutTheAgent(String name) throws IOException {
    ChildJvm jvm =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info");
    ReportedRun run = ReportedRun.of(jvm, folder, name, source(name));
    String plain = ChildJvm.plain().run(folder, name).out();
    assertThat(run.outcome().out()).as(run.outcome().err()).isEqualTo(plain);
    return run;
  }

  private static String source(String name) throws IOException {
    String resource = "/readers/" + name + ".java";
    try (InputStream in =
        Objects.requireNonNull(JdkReadersIT.class.getResourceAsStream(resource), resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
