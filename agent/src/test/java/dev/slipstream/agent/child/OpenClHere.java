package dev.slipstream.agent.child;

import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Whether this machine has an OpenCL device, by what {@code doctor} says. */
public final class OpenClHere {
  private OpenClHere() {}

  /** Skips the test if there is no OpenCL device. */
  public static void assume() {
    String findings =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "doctor")).out();
    boolean found =
        findings
            .lines()
            .anyMatch(line -> line.startsWith("opencl") && line.stripTrailing().endsWith(" ok"));
    Assumptions.assumeTrue(found, "no OpenCL device is here");
  }
}
