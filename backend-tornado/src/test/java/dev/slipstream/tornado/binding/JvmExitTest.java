package dev.slipstream.tornado.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Before the JVM ends, no call is made of a driver that may have been shut down. */
class JvmExitTest {
  /** Ends with status 7 if its hook sees that the JVM ends, and its main method did not. */
  public static final class Ending {
    private Ending() {}

    public static void main(String[] arguments) {
      boolean early = JvmExit.hasBegun();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> Runtime.getRuntime().halt(JvmExit.hasBegun() && !early ? 7 : 1)));
    }
  }

  @Test
  void hooksSeeThatTheJvmEndsAndTheProgramDoesNot() throws Exception {
    Process child =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName())
            .inheritIO()
            .start();
    assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(child.exitValue()).isEqualTo(7);
  }
}
