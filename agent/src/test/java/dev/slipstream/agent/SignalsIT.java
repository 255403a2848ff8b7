package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers install signal handlers of their own; the virtual machine needs its own back. */
class SignalsIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Signals {
        static int length(int[] a) {
          return a.length;
        }

        public static void main(String[] arguments) throws Exception {
          float[] x = new float[1000];
          for (@Parallel int i = 0; i < x.length; i++) {
            x[i] = i * 0.5f;
          }
          int[] some = new int[3];
          long sum = 0;
          for (int i = 0; i < 200_000; i++) {
            sum += length(some);
          }
          int caught = 0;
          for (int i = 0; i < 3; i++) {
            try {
              sum += length(null);
            } catch (NullPointerException e) {
              caught++;
            }
          }
          System.out.println(x[999] + " " + sum + " " + caught);
          if (arguments.length > 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            System.out.println("waiting");
            Thread.sleep(60_000);
          }
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    OpenClHere.assume();
    ChildProgram.compile(folder, SOURCE);
  }

  @Test
  void aNullThatCompiledCodeMeetsAfterAKernelIsAnExceptionAsEver() {
    Outcome plain = ChildJvm.plain().run(folder, "Signals");
    Outcome with = onOpenCl().run(folder, "Signals");

    assertThat(with).isEqualTo(plain);
  }

  @Test
  void shutdownHooksRunAtSigtermAfterAKernel() throws Exception {
    Process program =
        onOpenCl()
            .builder(List.of("-cp", folder.toString(), "Signals", "wait"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      while (line != null && !line.equals("waiting")) {
        line = out.readLine();
      }
      program.toHandle().destroy();
      assertThat(out.readLine()).isEqualTo("hook");
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      program.destroyForcibly();
    }
  }

  private ChildJvm onOpenCl() {
    return ChildJvm.withAgent()
        .optimising()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off")
        // PoCL does not compile again what it has compiled before.
        .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString());
  }
}
