package dev.slipstream.agent.child;

import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Whether this machine has an OpenCL device, according to {@code doctor}. */
public final class OpenClHere {
  private static final class Doctor {
    static final boolean FINDS_A_DEVICE = findsADevice();
  }

  private OpenClHere() {}

  /** Skips the test if there is no OpenCL device. */
  public static void assume() {
    Assumptions.assumeTrue(Doctor.FINDS_A_DEVICE, "no OpenCL device is here");
  }

  private static boolean findsADevice() {
    String findings =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "doctor")).out();
    return findings
        .lines()
        .anyMatch(line -> line.startsWith("opencl") && line.stripTrailing().endsWith(" ok"));
  }
}
