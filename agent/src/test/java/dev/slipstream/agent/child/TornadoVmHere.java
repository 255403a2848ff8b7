package dev.slipstream.agent.child;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The TornadoVM that {@code TORNADOVM_HOME} names. */
public final class TornadoVmHere {
  private TornadoVmHere() {}

  /** Skips a test where there is none. */
  public static void assume() {
    String home = System.getenv("TORNADOVM_HOME");
    assumeTrue(home != null && !home.isEmpty(), "TORNADOVM_HOME is not set: no TornadoVM to test");
    assumeTrue(
        Files.isRegularFile(arguments(home)), "there is no tornado-argfile in TORNADOVM_HOME");
  }

  /**
   * A JVM with the agent and TornadoVM, on which loops run.
   *
   * @param folder the folder in which it runs
   */
  public static ChildJvm withAgent(Path folder) {
    return withAgent(folder, "tornado");
  }

  /**
   * A JVM with the agent and TornadoVM, whose loops run on devices of the user's choice.
   *
   * @param folder the folder in which it runs
   */
  public static ChildJvm withAgent(Path folder, String device) {
    return ChildJvm.plain()
        // TornadoVM's arguments have the current folder in the module path: no jars may be there.
        .in(folder)
        .jvmOption("@" + arguments(System.getenv("TORNADOVM_HOME")))
        .jvmOption("-javaagent:" + ChildJvm.agentJar())
        .property("slipstream.device", device)
        .optimising();
  }

  private static Path arguments(String home) {
    return Path.of(home, "tornado-argfile");
  }
}
