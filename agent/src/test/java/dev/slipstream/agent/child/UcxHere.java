package dev.slipstream.agent.child;

import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Whether ranks can reach each other on this machine, according to {@code doctor}. */
public final class UcxHere {
  private static final class Doctor {
    static final boolean FINDS_UCX = findsUcx();
  }

  private UcxHere() {}

  /** Skips the test if they cannot. */
  public static void assume() {
    Assumptions.assumeTrue(Doctor.FINDS_UCX, "no UCX is here (libucx0)");
  }

  private static boolean findsUcx() {
    String findings =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "doctor")).out();
    return findings
        .lines()
        .anyMatch(line -> line.startsWith("ucx") && line.stripTrailing().endsWith(" ok"));
  }
}
