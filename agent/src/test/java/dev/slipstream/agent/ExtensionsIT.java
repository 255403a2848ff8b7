package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import dev.slipstream.runtime.execution.TraceSink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that the user names replace parts of the runtime. */
class ExtensionsIT {
  private static final String SINK =
      """
      package tracing;
      import dev.slipstream.runtime.execution.*;
      public class Printer implements TraceSink {
        public void submitted(Job<?> job, long nanos) {
          if (job.kind() == JobKind.KERNEL) {
            System.out.println("a kernel was submitted");
          }
        }
        public void issued(Job<?> job, long nanos) {}
        public void completed(Job<?> job, long nanos) {}
      }
      """;
  private static final String PROGRAM =
      """
      import dev.slipstream.api.Parallel;
      public class Doubled {
        public static void main(String[] arguments) throws Exception {
          int[] a = new int[4096];
          for (@Parallel int i = 0; i < a.length; i++) {
            int s = i;
            for (int k = 0; k < 20000; k++) { s = s * 31 + k; }
            a[i] = s;
          }
          System.out.println(a[7] + " " + (Doubled.class.getResource("/tracing/Printer.class")));
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void aJarThatIsNamedIsNotifiedOfJobsAndTheProgramDoesNotSeeIt() throws Exception {
    OpenClHere.assume();
    ReportedRun run = run(jar().toString());
    String plain = ChildJvm.plain().run(folder, "Doubled").out();
    assertThat(run.outcome().out()).isEqualTo("a kernel was submitted\n" + plain);
    assertThat(run.outcome().err()).doesNotContain("extensions");
  }

  @Test
  void aJarThatIsNotThereIsNamedAndChangesNothing() throws Exception {
    OpenClHere.assume();
    Outcome outcome = run(folder.resolve("missing.jar").toString()).outcome();
    assertThat(outcome.out()).isEqualTo(ChildJvm.plain().run(folder, "Doubled").out());
    assertThat(outcome.err()).contains("missing.jar", "slipstream.extensions");
  }

  private ReportedRun run(String jars) throws IOException {
    ChildJvm jvm =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.extensions", jars);
    return ReportedRun.of(jvm, folder, "Doubled", PROGRAM);
  }

  private Path jar() throws IOException, URISyntaxException {
    Path classes = folder.resolve("extension");
    Path runtime =
        Path.of(TraceSink.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ChildProgram.compile(classes, List.of("--release", "17", "-cp", runtime.toString()), SINK);
    Path jar = folder.resolve("extension.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("META-INF/services/" + TraceSink.class.getName()));
      out.write("tracing.Printer\n".getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
      out.putNextEntry(new JarEntry("tracing/Printer.class"));
      Files.copy(classes.resolve("tracing/Printer.class"), out);
      out.closeEntry();
    }
    return jar;
  }
}
