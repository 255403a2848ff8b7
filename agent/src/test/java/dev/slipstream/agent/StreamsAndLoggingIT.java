package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent leaves a program's streams and logging alone. */
class StreamsAndLoggingIT {
  private static final String LOOP =
      """
      static void fill(int[] a) {
        for (@dev.slipstream.api.Parallel int i = 0; i < a.length; i++) a[i] = i;
      }
      """;

  @TempDir private Path folder;

  @Test
  void aProgramThatExitsWhileItHoldsItsErrorStreamEnds() {
    ChildProgram.compile(
        folder,
        """
        public class Holder {
          LOOP
          public static void main(String[] args) {
            fill(new int[1000]);
            synchronized (System.err) {
              System.exit(3);
            }
          }
        }
        """
            .replace("LOOP", LOOP));
    Outcome outcome =
        ChildJvm.withAgent().property("slipstream.device", "cpu").run(folder, "Holder");

    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).contains("Holder.fill");
  }

  @Test
  void aProgramChoosesItsLogManagerInMain() {
    ChildProgram.compile(
        folder,
        """
        public class Chooser {
          public static class Manager extends java.util.logging.LogManager {}
          LOOP
          public static void main(String[] args) {
            System.setProperty("java.util.logging.manager", Manager.class.getName());
            int[] a = new int[1000];
            fill(a);
            System.out.println(
                java.util.logging.LogManager.getLogManager().getClass().getName() + a[999]);
          }
        }
        """
            .replace("LOOP", LOOP));
    Outcome outcome =
        ChildJvm.withAgent().property("slipstream.device", "cpu").run(folder, "Chooser");

    assertThat(outcome.out()).contains("Chooser$Manager999");
  }
}
