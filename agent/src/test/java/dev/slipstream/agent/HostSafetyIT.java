package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import dev.slipstream.agent.child.SaxpySource;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.Attribute;
import net.bytebuddy.jar.asm.ByteVector;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent never breaks its host. */
class HostSafetyIT {
  private static final String ENDINGS =
      """
      public class Endings {
        public static void main(String[] arguments) {
          System.out.println("before");
          switch (arguments[0]) {
            case "exit" -> System.exit(7);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "halt" -> Runtime.getRuntime().halt(9);
            default -> System.out.println("after");
          }
        }
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"exit", "throw", "halt", "return"})
  void theProgramEndsAsWithoutTheAgent(String ending) {
    ChildProgram.compile(folder, ENDINGS);

    Outcome plain = ChildJvm.plain().run(folder, "Endings", ending);
    Outcome with =
        ChildJvm.withAgent().property("slipstream.report", "off").run(folder, "Endings", ending);

    assertThat(with).isEqualTo(plain);
  }

  @Test
  void anAgentThatCannotPutGuardsIntoClassesChangesNoResult() throws Exception {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    Path broken = folder.resolve("broken.jar");
    try (JarFile jar = new JarFile(ChildJvm.agentJar().toFile());
        JarOutputStream copy = new JarOutputStream(Files.newOutputStream(broken))) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (!entry.getName().endsWith("/GuardScope.class")) {
          copy.putNextEntry(new JarEntry(entry.getName()));
          copy.write(jar.getInputStream(entry).readAllBytes());
        }
      }
    }

    Outcome with =
        ChildJvm.plain()
            .jvmOption("-javaagent:" + broken)
            .property("slipstream.device", "opencl")
            .run(folder, "Saxpy");

    assertThat(with.out()).isEqualTo(ChildJvm.plain().run(folder, "Saxpy").out());
    assertThat(with.err()).contains("the agent could not start", "GuardScope");
  }

  @ParameterizedTest
  @CsvSource({"/proc/self,", "/proc/self,/proc/self/cache", "/root,''", ","})
  void aHomeInWhichNothingCanBeKeptTakesNoDeviceAway(String home, String pocl) throws Exception {
    OpenClHere.assume();
    ChildJvm jvm =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .environment("HOME", home)
            .environment("POCL_CACHE_DIR", pocl)
            .environment("XDG_CACHE_HOME", null);
    ReportedRun run = ReportedRun.of(jvm, folder, "Saxpy", SaxpySource.SOURCE);
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, "Saxpy").out());
    assertThat(run.figure("loops")).as(run.outcome().err()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void standardErrorHoldsTheReportAndNoWarning(int feature) {
    Optional<Jdk> jdk = Jdk.of(feature);
    Assumptions.assumeTrue(jdk.isPresent(), "no JDK " + feature + " in /usr/lib/jvm");
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    for (String device : List.of("auto", "cpu", "opencl", "host")) {
      ChildJvm child =
          ChildJvm.withAgent().on(jdk.orElseThrow()).property("slipstream.device", device);
      Outcome silent = child.property("slipstream.report", "off").run(folder, "Saxpy");
      Outcome reporting = child.property("slipstream.report", "summary").run(folder, "Saxpy");

      assertThat(silent.exit()).isZero();
      assertThat(silent.errLines()).as(device).hasSizeLessThanOrEqualTo(1);
      assertThat(silent.errLines()).allMatch(line -> line.startsWith("[slipstream] "));
      assertThat(reporting.err()).startsWith("[slipstream] ").doesNotContain("WARNING", "warning");
    }
  }

  @Test
  void someOfTheAgentsClassesOnTheClassPathAreNamedAndTheProgramRuns() throws Exception {
    ChildProgram.compile(folder, ENDINGS);
    URI part = SlipstreamAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI();

    Outcome outcome = ChildJvm.withAgent().run(List.of(folder, Path.of(part)), "Endings", "return");

    assertThat(outcome.out()).isEqualTo(String.format("before%nafter%n"));
    assertThat(outcome.err())
        .contains("the program runs without it", Path.of(part).toString(), "class path");
  }

  @Test
  void theProgramIsLeftAloneWhenTheAgentIsSwitchedOff() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome with =
        ChildJvm.withAgent().property("slipstream.enabled", "false").run(folder, "Saxpy");

    assertThat(with).isEqualTo(plain);
  }

  @Test
  void theSecondOfTwoAgentsStaysAside() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    Outcome outcome =
        ChildJvm.withAgent()
            .jvmOption("-javaagent:" + ChildJvm.agentJar())
            .property("slipstream.report", "off")
            .run(folder, "Saxpy");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err().strip())
        .isEqualTo(
            "[slipstream] the agent is installed already: the options given this time are ignored");
  }

  @Test
  void aClassThatCannotBeParsedRunsAsItIs() throws IOException {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    Path file = folder.resolve("Saxpy.class");
    Files.write(file, withBrokenAnnotations(Files.readAllBytes(file)));
    Path report = folder.resolve("report.json");

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.report.file", report.toString())
            .run(folder, "Saxpy");

    assertThat(with).isEqualTo(plain);
    assertThat(LoopReport.read(report).of("Saxpy").get("decision")).isEqualTo("refused");
  }

  @Test
  void classesInPackagesOfTheJdkAreLeftAlone() {
    String source = SaxpySource.SOURCE.replace("public class", "package sun.sample;\npublic class");
    source = source.replaceFirst("(?s)^(import .*?;)(.*?)(package .*?;)", "$3$1$2");
    ChildProgram.compile(folder, source);
    Path report = folder.resolve("report.json");

    Outcome plain = ChildJvm.plain().run(folder, "sun.sample.Saxpy");
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.report.file", report.toString())
            .run(folder, "sun.sample.Saxpy");

    assertThat(with).isEqualTo(plain);
    assertThat(LoopReport.read(report).loops()).isEmpty();
  }

  @Test
  void classesThatArePatchedIntoTheJdkAreLeftAlone() {
    Path patch = folder.resolve("patch");
    String source =
        """
        package java.util;

        public class SlipstreamSample {
          public static int fill(int[] a) {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
              a[i] = i * i;
            }
            for (int value : a) {
              sum += value;
            }
            return sum;
          }
        }
        """;
    ChildProgram.compile(
        patch, List.of("--patch-module", "java.base=" + ChildProgram.SOURCES), source);
    ChildProgram.compile(
        folder.resolve("program"),
        List.of("--patch-module", "java.base=" + patch),
        """
        public class Caller {
          public static void main(String[] arguments) {
            System.out.println(java.util.SlipstreamSample.fill(new int[1000]));
          }
        }
        """);
    ChildJvm child = ChildJvm.withAgent().jvmOption("--patch-module=java.base=" + patch);

    Outcome outcome =
        child
            .property("slipstream.loops", "java.util.SlipstreamSample#fill:6")
            .property("slipstream.device", "cpu")
            .run(folder.resolve("program"), "Caller");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out().strip()).isEqualTo("332833500");
    assertThat(outcome.err()).contains("no loop marked").contains("SlipstreamSample#fill:6");
  }

  @Test
  void anErrorInTheAgentIsOneLineAndTheProgramRuns() throws IOException {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    Path empty = folder.resolve("report-folder");
    Files.createDirectory(empty);

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.report.file", empty.toString())
            .run(folder, "Saxpy");

    assertThat(with.exit()).isZero();
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.err()).contains("the report cannot be written to " + empty);
  }

  /** The JVM ignores invisible annotations, a parser does not. */
  private static byte[] withBrokenAnnotations(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visitEnd() {
            super.visitAttribute(new BrokenAnnotations());
            super.visitEnd();
          }
        },
        0);
    byte[] broken = writer.toByteArray();
    assertThat(new String(broken, StandardCharsets.ISO_8859_1)).contains("RuntimeInvisible");
    return broken;
  }

  private static final class BrokenAnnotations extends Attribute {
    BrokenAnnotations() {
      super("RuntimeInvisibleAnnotations");
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
      // 65,535 annotations in no bytes.
      return new ByteVector().putShort(0xFFFF);
    }
  }
}
