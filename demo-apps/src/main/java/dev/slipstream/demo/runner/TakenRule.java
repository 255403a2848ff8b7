package dev.slipstream.demo.runner;

import java.util.ArrayList;
import java.util.List;

/**
 * The rule of {@code --require-taken}: the agent must take every loop, and the loops must run on
 * the requested device and not on the host.
 */
final class TakenRule {
  private static final String AUTO = "auto";
  private static final String OPENCL = "opencl";
  private static final String TORNADO = "tornado";

  private final String device;

  /**
   * @param device the device that the agent was told to use; with {@code auto} a loop may
   *     occasionally run on the host, where its time is measured
   */
  TakenRule(String device) {
    this.device = device;
  }

  /** Returns what is wrong, one sentence for each loop at fault; empty if nothing is. */
  List<String> complaints(AgentReport report) {
    List<String> complaints = new ArrayList<>();
    for (AgentReport.LoopEntry loop : report.loops()) {
      if (!loop.taken()) {
        complaints.add(loop.name() + " was refused: " + loop.reason());
      } else if (loop.runs() == 0) {
        complaints.add(loop.name() + " ran on no device: " + loop.reason());
      } else if (!device.equals(AUTO) && !isWanted(loop.where())) {
        complaints.add(loop.name() + " ran on " + loop.where() + " instead of " + device);
      } else if (!device.equals(AUTO) && loop.hostRuns() > 0) {
        complaints.add(loop.name() + " ran on the host " + loop.hostRuns() + " times");
      } else if (loop.where().startsWith(OPENCL) && loop.launches() == 0) {
        complaints.add(loop.name() + " ran on " + loop.where() + " without a launch");
      }
    }
    return complaints;
  }

  private boolean isWanted(String where) {
    boolean backend = device.equals(OPENCL) || device.equals(TORNADO);
    return where.equals(device) || (backend && where.startsWith(device + ":"));
  }
}
