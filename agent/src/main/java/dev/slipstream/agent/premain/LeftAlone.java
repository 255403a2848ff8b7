package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.ErrorOutput;
import dev.slipstream.agent.kept.KeptExperience;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.launch.OpeningRule;
import dev.slipstream.runtime.machine.GpuFiles;
import dev.slipstream.runtime.report.Report;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A start of a program whose loops have gained little or nothing in earlier starts with the same
 * arguments. Nothing is changed in such a program before it has run for twice as long as before;
 * then the agent connects itself, as if it was attached. Only where few cores have to do all the
 * work: there the program and the JIT wait for whatever the agent does. Thread-safe.
 */
final class LeftAlone implements Runnable {
  private static final long TENTH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final AgentStart start;
  private final KeptExperience experience;
  private final Connecting agent;
  private boolean isOver;

  /** Connects the agent with the running program. */
  @FunctionalInterface
  interface Connecting {
    void connect(AgentStart start) throws Exception;
  }

  private LeftAlone(AgentStart start, KeptExperience experience, Connecting agent) {
    this.start = start;
    this.experience = experience;
    this.agent = agent;
  }

  /**
   * Whether the options and the machine let loops be left alone: with a GPU, the agent would defer
   * nothing after a late start.
   */
  static boolean isPossible(Settings settings, Optional<Ranks> ranks) {
    return settings.device().kind() == DeviceChoice.Kind.AUTO
        && OpeningRule.areFew(settings.cpuThreads())
        && ranks.isEmpty()
        && settings.extensions().isEmpty()
        && !settings.deferral().chosen()
        && settings.report() != ReportLength.FULL
        && settings.reportFile().isEmpty()
        && settings.dump().isEmpty()
        && settings.graphs().isEmpty()
        && settings.dryRun() == 0
        && settings.deferral().hostShare().isNone()
        && !settings.strict()
        && !settings.verify()
        && settings.problems().isEmpty()
        && !GpuFiles.mayExist();
  }

  /**
   * Leaves the program alone if earlier starts have shown that this is best.
   *
   * @param agent called when the program takes longer than they did
   * @return whether it is left alone now
   */
  static boolean begin(AgentStart start, Connecting agent) {
    if (!start.mayLeaveAlone()) {
      return false;
    }
    Optional<KeptExperience> experience = new KeptParts(start).earlierExperience();
    if (experience.isEmpty() || experience.get().pause() == 0) {
      return false;
    }
    LeftAlone alone = new LeftAlone(start, experience.get(), agent);
    try {
      Runtime.getRuntime().addShutdownHook(RuntimeThreads.named("slipstream-report", alone::ends));
    } catch (IllegalStateException ending) {
      return true;
    }
    RuntimeThreads.named("slipstream-pause", alone).start();
    return true;
  }

  /** Waits for the end of the pause, which most programs do not reach. */
  @Override
  public void run() {
    try {
      TimeUnit.NANOSECONDS.sleep(experience.pause());
    } catch (InterruptedException e) {
      // No code interrupts this thread; should it happen, the pause is over.
    }
    if (!over()) {
      return;
    }
    try {
      experience.takesLonger();
      agent.connect(start.withoutPause());
    } catch (Throwable failure) {
      // No handler of the program's should see it.
      boolean isEnding = "Shutdown in progress".equals(failure.getMessage());
      if (!isEnding) {
        start.log().error("loops are left alone, because of: " + failure);
      }
    }
  }

  /** Whether this is the first call, and the agent was not attached meanwhile. */
  private synchronized boolean over() {
    boolean isFirst = !isOver && !BootClasses.areDefined();
    isOver = true;
    return isFirst;
  }

  /** Called when the program ends. */
  private void ends() {
    if (!over()) {
      return;
    }
    experience.endsAfterLeavingAlone();
    Settings settings = start.settings();
    if (settings.report() == ReportLength.SUMMARY) {
      // Without a format, for which the program's end would wait.
      long tenths = experience.pause() / TENTH_NANOS;
      String line =
          Report.PREFIX
              + "all loops were left to the program: in earlier starts with the same arguments they"
              + " gained little or nothing; after "
              + tenths / 10
              + "."
              + tenths % 10
              + " s they would have been taken (slipstream.report=full takes them immediately)"
              + System.lineSeparator();
      ErrorOutput.open().writeBytes(line.getBytes(StandardCharsets.UTF_8));
    }
  }
}
