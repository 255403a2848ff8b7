package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code of the JDK reads what deferred loops have computed, in arrays that no call of the program
 * has passed to it.
 */
class JdkReadersIT {
  private static final String NOT_DEFERRED = "each loop ends before the program continues";

  /** Programs that share one JVM, because their loops are deferred from the first to the last. */
  private static final List<String> DEFERRED =
      List.of(
          "Replaced",
          "ReplacedByStream",
          "FieldSet",
          "FieldGet",
          "FieldHandle",
          "EncodedBean",
          "ManagedBean",
          "DecodedArgument",
          "DecodedField",
          "LateBytes",
          "Bodies",
          "RemoteArgument",
          "RemoteResult");

  private static Map<String, String> saidWith = Map.of();
  private static Map<String, String> saidWithout = Map.of();
  private static String errors = "";

  @TempDir private Path folder;

  @BeforeAll
  static void runWhatIsDeferred(@TempDir Path together) throws IOException {
    OpenClHere.assume();
    StringBuilder calls = new StringBuilder();
    List<String> sources = new ArrayList<>();
    for (String name : DEFERRED) {
      sources.add(source(name));
      calls.append(
          """
              System.out.println("== %1$s");
              %1$s.main(arguments);
          """
              .formatted(name));
    }
    sources.add(
        "public class All {\n  public static void main(String[] arguments) throws Throwable {\n"
            + calls
            + "  }\n}\n");
    ChildProgram.compile(together, sources.toArray(String[]::new));
    Outcome with = withAgent().in(together).run(together, "All");
    saidWith = said(with.out());
    errors = with.err();
    saidWithout = said(ChildJvm.plain().run(together, "All").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Replaced", "ReplacedByStream", "RemoteArgument", "RemoteResult"})
  void serialisationReadsWhatLoopsHaveComputedInArraysThatItFindsByItself(String name) {
    saysTheSameAndIsDeferred(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Handles", "Spun", "Implemented"})
  void loopsAreNotDeferredOnceHandlesMayPassArraysToOneAnother(String name) throws Exception {
    saysTheSameAndIsNotDeferred(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HiddenByMethod", "HiddenByHandle"})
  void loopsAreNotDeferredOnceHiddenClassesAreDefinedOutOfSight(String name) throws Exception {
    saysTheSameAndIsNotDeferred(name, "defineHiddenClass");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MakerByReference", "MakerByReflection", "MakerByHandle", "FinderByReference"})
  void loopsAreNotDeferredOnceWhatMakesHandlesIsCalledOutOfSight(String name) throws Exception {
    saysTheSameAndIsNotDeferred(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FieldSet", "FieldGet", "FieldHandle"})
  void fieldsOfObjectsOfTheJdkHoldWhatLoopsHaveComputed(String name) {
    saysTheSameAndIsDeferred(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EncodedBean", "ManagedBean", "DecodedArgument"})
  void methodsThatTheJdkCallsByReflectionLeaveItWhatLoopsHaveComputed(String name) {
    saysTheSameAndIsDeferred(name);
  }

  @Test
  void whatADecoderSetsInAnArrayOfAStaticFieldStaysThere() {
    saysTheSameAndIsDeferred("DecodedField");
  }

  @Test
  void iteratorsThatTheJdkAsksLaterGiveItWhatLoopsHaveComputedSince() {
    saysTheSameAndIsDeferred("LateBytes");
  }

  @Test
  void iteratorsOfTheProgramGiveTheJdkWhatLoopsHaveComputed() {
    saysTheSameAndIsDeferred("Bodies");
  }

  /** Runs one program in a JVM of its own, in which loops stop being deferred at some point. */
  private void saysTheSameAndIsNotDeferred(String name) throws IOException {
    saysTheSameAndIsNotDeferred(name, "");
  }

  /**
   * @param reason the reported reason
   */
  private void saysTheSameAndIsNotDeferred(String name, String reason) throws IOException {
    ChildProgram.compile(folder, source("Made"), source(name));
    Outcome with = withAgent().in(folder).run(folder, name);
    assertThat(with.out())
        .as(with.err())
        .isNotEmpty()
        .isEqualTo(ChildJvm.plain().run(folder, name).out());
    assertThat(with.err()).contains(NOT_DEFERRED, reason);
  }

  private static void saysTheSameAndIsDeferred(String name) {
    assertThat(saidWith.get(name)).as(errors).isNotBlank().isEqualTo(saidWithout.get(name));
    assertThat(errors).doesNotContain(NOT_DEFERRED);
  }

  private static ChildJvm withAgent() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report.file", "report.json")
        .property("slipstream.log", "info");
  }

  /** The output of each program, by its name. */
  private static Map<String, String> said(String out) {
    Map<String, String> said = new HashMap<>();
    for (String part : out.split("(?m)^== ")) {
      if (!part.isEmpty()) {
        String[] nameAndText = part.split("\n", 2);
        said.put(nameAndText[0], nameAndText[1]);
      }
    }
    return said;
  }

  private static String source(String name) throws IOException {
    String resource = "/readers/" + name + ".java";
    try (InputStream in =
        Objects.requireNonNull(JdkReadersIT.class.getResourceAsStream(resource), resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
