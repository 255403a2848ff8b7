package dev.slipstream.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent can be attached to a running program. */
class AttachIT {
  private static final String LISTENER =
      """
      import dev.slipstream.api.Parallel;
      import java.util.Scanner;

      public class Listener {
        static long squares(long[] a) {
          for (@Parallel int i = 0; i < a.length; i++) {
            a[i] = (long) i * i + a[i];
          }
          long sum = 0;
          for (long value : a) {
            sum += value;
          }
          return sum;
        }

        public static void main(String[] arguments) {
          long[] a = new long[3000];
          System.out.println(squares(a));
          Scanner lines = new Scanner(System.in);
          while (lines.hasNextLine() && lines.nextLine().equals("again")) {
            System.out.println(squares(a));
          }
        }
      }
      """;

  private static final String LIVE = "was running when the agent was attached";
  private static final String LIVE_ACCESS = "a[1] += 0; Scanner lines =";

  @TempDir private Path folder;

  @Test
  void loopsThatWereLoadedBeforeAreTakenAfterwards() throws Exception {
    ChildProgram.compile(folder, LISTENER);
    Path report = folder.resolve("report.json");
    Process program = start(ChildJvm.plain());
    try (BufferedReader out = program.inputReader(UTF_8);
        Writer in = program.outputWriter(UTF_8)) {
      assertThat(out.readLine()).isEqualTo("8995500500");

      Outcome attached = attach(program.pid(), "device=cpu", "slipstream.report.file=" + report);
      assertThat(attached.err()).isEmpty();
      assertThat(attached.exit()).isZero();

      in.write("again\n");
      in.flush();
      assertThat(out.readLine()).isEqualTo("17991001000");
      in.write("again\n");
      in.flush();
      assertThat(out.readLine()).isEqualTo("26986501500");
    } finally {
      end(program);
    }
    assertThat(program.exitValue()).isZero();
    String loop = "Listener.squares:" + ChildProgram.lineOf(LISTENER, "for (@Parallel");
    assertThat(LoopReport.read(report).of(loop))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu")
        .containsEntry("runs", "2");
  }

  @Test
  void loopsAreDeferredOnlyIfNoRunningMethodLacksItsGuards() throws Exception {
    OpenClHere.assume();
    assertThat(reportOf(LISTENER, "deferred=true")).doesNotContain(LIVE);
    assertThat(reportOf(LISTENER.replace("Scanner lines =", LIVE_ACCESS), "deferred=true"))
        .contains(LIVE, "Listener.main");
  }

  @Test
  void theReportSaysThatLoopsEndBeforeTheProgramGoesOnSinceTheAgentCameLate() throws Exception {
    OpenClHere.assume();
    String why = "the agent was attached to the running program";
    assertThat(reportOf(LISTENER, "report=full"))
        .containsOnlyOnce("each loop ends before the program continues: " + why)
        .containsOnlyOnce("each loop had to end before the program continued: " + why);
  }

  /** Runs a listener, attaches the agent to it, and returns its output. */
  private String reportOf(String listener, String option) throws Exception {
    ChildProgram.compile(folder, listener);
    Path errors = folder.resolve("errors.txt");
    Process program =
        ChildJvm.plain()
            .builder(List.of("-cp", folder.toString(), "Listener"))
            .redirectError(errors.toFile())
            .start();
    try (BufferedReader out = program.inputReader(UTF_8);
        Writer in = program.outputWriter(UTF_8)) {
      assertThat(out.readLine()).isEqualTo("8995500500");
      Outcome attached = attach(program.pid(), "device=opencl", option, "slipstream.log=info");
      assertThat(attached.exit()).as(attached.err()).isZero();
      in.write("again\n");
      in.flush();
      assertThat(out.readLine()).isEqualTo("17991001000");
    } finally {
      end(program);
    }
    return Files.readString(errors);
  }

  @Test
  void aProcessThatIsNotThereIsNamed() {
    // Process ids are below 2^22 on Linux.
    Outcome outcome = attach(4_194_305);

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("there is no process 4194305");
  }

  @Test
  void aProcessThatIsNoJvmIsNotTouched() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      Outcome outcome = attach(sleep.pid());

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err()).contains("process " + sleep.pid(), "it is not a JVM");
      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  @Test
  void aJvmWithAttachingSwitchedOffIsNotTouched() throws Exception {
    ChildProgram.compile(folder, LISTENER);
    Process program = start(ChildJvm.plain().jvmOption("-XX:+DisableAttachMechanism"));
    try (BufferedReader out = program.inputReader(UTF_8)) {
      assertThat(out.readLine()).isNotNull();

      Outcome outcome = attach(program.pid());

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err()).contains("-XX:+DisableAttachMechanism");
      program.outputWriter(UTF_8).close();
      assertThat(out.readLine()).isNull();
    } finally {
      end(program);
    }
  }

  private Process start(ChildJvm child) throws IOException {
    Process program =
        child
            .builder(List.of("-cp", folder.toString(), "Listener"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return program;
  }

  private static void end(Process program) throws InterruptedException {
    if (!program.waitFor(60, TimeUnit.SECONDS)) {
      program.destroyForcibly().waitFor();
      throw new IllegalStateException("the program did not end");
    }
  }

  private static Outcome attach(long pid, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of("-jar", ChildJvm.agentJar().toString(), "--attach", Long.toString(pid)));
    command.addAll(List.of(options));
    return ChildJvm.plain().command(command);
  }
}
