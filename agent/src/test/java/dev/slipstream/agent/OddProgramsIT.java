package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with unusual uses of arrays or threads print the same as without the agent. */
class OddProgramsIT {
  @TempDir private Path folder;

  @BeforeAll
  static void needDevice() {
    OpenClHere.assume();
  }

  @Test
  void aCleanerMayWriteBetweenTheElementsOfALoop() throws Exception {
    // Loops are not deferred then.
    assertThat(requireTheSame("CleanerWrites").figure("loops")).isZero();
  }

  @Test
  void aThreadMayBeNamedAsThoseOfTheAgent() throws Exception {
    assertThat(requireTheSame("NamedThread").figure("loops")).isPositive();
  }

  @Test
  void aMoveKeepsThePayloadOfNanInShortArraysToo() throws Exception {
    assertThat(requireTheSame("Payload").figure("loops")).isPositive();
  }

  @Test
  void aStackOverflowThatTheProgramCatchesStaysOneWhereTheElementIsOnADevice() throws Exception {
    assertThat(requireTheSame("CaughtOverflow").figure("loops")).isPositive();
  }

  @Test
  void loopsOverArraysThatMethodsOfTheJdkHaveMeanwhileDoWhatTheyDoInPlainJava() throws Exception {
    assertThat(requireTheSame("HeldByCalls").figure("loops")).isPositive();
  }

  @Test
  void aProgramThatHasFilledItsStackWithLoopsGoesOnWithNothingLost() throws Exception {
    assertThat(requireTheSame("OverflowInLoops").figure("loops")).isPositive();
  }

  private ReportedRun requireTheSame(String name) throws IOException {
    ReportedRun run = ReportedRun.of(folder, name, source(name));
    String plain = ChildJvm.plain().run(folder, name).out();
    assertThat(run.outcome().out()).as(run.outcome().err()).isEqualTo(plain).isNotEmpty();
    return run;
  }

  @Test
  void classesOfTheClassPathThatAreNamedLikeThoseOfTheJdkSeeWhatLoopsHaveComputed()
      throws Exception {
    List<String> parts =
        List.of(
            "org.graalvm.odd.Part",
            "com.sun.proxy.Part",
            "jdk.internal.odd.Part",
            "javax.odd.Part");
    List<String> sources = new ArrayList<>(List.of(source("Summed")));
    for (String part : parts) {
      sources.add(
          """
          package %s;
          public class Part implements java.util.function.ToLongFunction<int[]> {
            public long applyAsLong(int[] a) {
              long s = 0;
              for (int v : a) { s = s * 31 + v; }
              return s;
            }
          }
          """
              .formatted(part.substring(0, part.lastIndexOf('.'))));
    }
    ChildProgram.compile(folder, sources.toArray(String[]::new));
    String[] arguments = parts.toArray(String[]::new);
    String plain = ChildJvm.plain().run(folder, "Summed", arguments).out();
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info")
            .run(folder, "Summed", arguments);
    assertThat(with.out()).as(with.err()).isEqualTo(plain).contains("javax.odd.Part");
    assertThat(with.err()).doesNotContain("each loop ends before the program continues");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar", "tr"})
  void loopsRunOnDevicesWhateverTheLanguageOfTheUser(String language) throws Exception {
    ChildJvm jvm =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("user.language", language);
    ReportedRun run = ReportedRun.of(jvm, folder, "Summed", source("Summed"));
    assertThat(run.figure("loops")).as(run.outcome().err()).isPositive();
  }

  @Test
  void loopsEndBeforeTheProgramGoesOnWhereADebuggerMayBeAttached() throws Exception {
    ChildJvm jvm =
        ChildJvm.withAgent()
            .jvmOption(
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0")
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info");
    ReportedRun run = ReportedRun.of(jvm, folder, "Summed", source("Summed"));
    assertThat(run.outcome().err())
        .containsOnlyOnce(
            "each loop ends before the program continues: a debugger can be attached");
    assertThat(run.report())
        .contains("each loop had to end before the program continued: a debugger can be attached");
    assertThat(run.figure("loops")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CallsNative", "NativeRef", "CallsBack"})
  void nativeMethodsSeeWhatLoopsHaveComputedHoweverTheyAreCalled(String name) throws Exception {
    Path library = library();
    ChildProgram.compile(folder, source(name));
    Outcome plain = ChildJvm.plain().property("lib", library.toString()).run(folder, name);
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info")
            .property("lib", library.toString())
            .run(folder, name);
    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(with.out()).as(with.err()).isEqualTo(plain.out());
    assertThat(with.err()).doesNotContain("each loop ends before the program continues");
  }

  /** Compiles the native methods, where there are a compiler and the JDK's headers. */
  private Path library() throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("java.home"), "include");
    Path compiler = Path.of("/usr/bin/cc");
    Assumptions.assumeTrue(Files.exists(home.resolve("jni.h")), "this JDK has no jni.h");
    Assumptions.assumeTrue(Files.exists(compiler), "there is no C compiler");
    Path text = folder.resolve("native.c");
    Files.writeString(text, text("native.c"));
    Path library = folder.resolve("libnative.so");
    List<String> command =
        List.of(
            compiler.toString(),
            "-shared",
            "-fPIC",
            "-I" + home,
            "-I" + home.resolve("linux"),
            text.toString(),
            "-o",
            library.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return library;
  }

  @Test
  void anArrayThatTheJdkKeptBeforeTheAgentWasAttachedIsUpToDate() throws Exception {
    ChildProgram.compile(folder, source("Attached"));
    assertThat(sums(/* attached= */ true)).isEqualTo(sums(/* attached= */ false));
  }

  private List<String> sums(boolean attached) throws Exception {
    List<String> lines = new ArrayList<>();
    Process program =
        ChildJvm.plain().builder(List.of("-cp", folder.toString(), "Attached")).start();
    try (BufferedReader out = program.inputReader(StandardCharsets.UTF_8);
        Writer in = program.outputWriter(StandardCharsets.UTF_8)) {
      for (int step = 0; step < 3; step++) {
        if (step == 1 && attached) {
          String jar = ChildJvm.agentJar().toString();
          String pid = Long.toString(program.pid());
          Outcome outcome =
              ChildJvm.plain().command(List.of("-jar", jar, "--attach", pid, "device=opencl"));
          assertThat(outcome.exit()).as(outcome.err()).isZero();
        }
        in.write("step\n");
        in.flush();
        lines.add(out.readLine());
      }
    } finally {
      program.destroy();
    }
    return lines;
  }

  private static String source(String name) throws IOException {
    return text(name + ".java");
  }

  private static String text(String file) throws IOException {
    try (InputStream in = OddProgramsIT.class.getResourceAsStream("/oddities/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
