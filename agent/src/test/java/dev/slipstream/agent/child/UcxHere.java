package dev.slipstream.agent.child;

import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Whether ranks can reach each other on this machine, by what {@code doctor} says. */
public final class UcxHere {
  private UcxHere() {}

  /** Skips the test if they cannot. */
  public static void assume() {
    String findings =
        ChildJvm.plain().command(List.of("-jar", ChildJvm.agentJar().toString(), "doctor")).out();
    Assumptions.assumeTrue(
        findings
            .lines()
            .anyMatch(line -> line.startsWith("ucx") && line.stripTrailing().endsWith(" ok")),
        "no UCX is here (libucx0)");
  }
}
