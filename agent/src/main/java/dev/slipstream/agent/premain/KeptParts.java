package dev.slipstream.agent.premain;

import dev.slipstream.agent.kept.EarlyClasses;
import dev.slipstream.agent.kept.KeptClasses;
import dev.slipstream.agent.kept.KeptExperience;
import dev.slipstream.agent.kept.KeptLoops;
import dev.slipstream.agent.kept.ThisStart;
import dev.slipstream.agent.marks.ProgramMarks;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Provides what earlier starts of the program have kept. What this start adds is written when the
 * program ends. Thread-safe.
 */
final class KeptParts {
  private final AgentStart start;
  private final AtomicBoolean expectsDriver = new AtomicBoolean();
  private Optional<String> description = Optional.empty();
  private boolean isDescribed;
  private Optional<KeptExperience> experience = Optional.empty();
  private boolean hasReadExperience;

  KeptParts(AgentStart start) {
    this.start = start;
  }

  /** The classes with guards. */
  Optional<KeptClasses> classes() {
    Optional<String> program = description();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    KeptClasses kept = KeptClasses.of(folder(), name(), program.get(), start.log());
    return whenTheProgramEnds(kept::write) ? Optional.of(kept) : Optional.empty();
  }

  /** The classes with their loops taken out; empty if all of what loops are made of is needed. */
  Optional<KeptLoops> loops() {
    Optional<String> program = describeLoops();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    KeptLoops kept = KeptLoops.of(folder(), name(), program.get(), start.log());
    return whenTheProgramEnds(kept::write) ? Optional.of(kept) : Optional.empty();
  }

  /** Whether an earlier start with the same arguments has loaded loops. */
  boolean hadLoops() {
    return earlierExperience().map(KeptExperience::hadLoops).orElse(false);
  }

  /** What earlier starts have learnt of the loops. The file is read once. */
  synchronized Optional<KeptExperience> experience() {
    if (!hasReadExperience) {
      hasReadExperience = true;
      experience =
          describeLoops()
              .map(
                  program ->
                      KeptExperience.of(
                          folder(), name(), machine() + program, thisStart(), start.log()));
    }
    return experience;
  }

  /** The same, unless there was no earlier start that has learnt anything. */
  Optional<KeptExperience> earlierExperience() {
    return start.program().isPresent() && KeptExperience.mayExist(folder(), name())
        ? experience()
        : Optional.empty();
  }

  private ThisStart thisStart() {
    String command = System.getProperty("sun.java.command", "");
    return new ThisStart(
        String.join(" ", start.options().orElseThrow()) + " " + command,
        start.began(),
        start.mayLeaveAlone());
  }

  /** Loads classes for devices early, on the first call. Does not wait. */
  void expectDriver() {
    if (start.settings().cache().folder().isPresent() && !expectsDriver.getAndSet(true)) {
      EarlyClasses classes =
          new EarlyClasses(
              folder(),
              agent(),
              KeptParts.class.getClassLoader(),
              start.instrumentation()::getAllLoadedClasses,
              start.log());
      if (whenTheProgramEnds(classes::keep)) {
        classes.loadSoon();
      }
    }
  }

  private String machine() {
    Settings settings = start.settings();
    return settings.cpuThreads() + " cores, " + settings.device() + "\n";
  }

  private Optional<String> describeLoops() {
    Settings settings = start.settings();
    boolean needsAll =
        settings.dump().isPresent() || settings.verify() || start.ranks().isPresent();
    String choices = "loops " + settings.loops() + "\nsplit " + settings.split() + "\n";
    return needsAll ? Optional.empty() : description().map(program -> choices + program);
  }

  /** Everything that rewritten classes depend on besides themselves; empty if it is not known. */
  private synchronized Optional<String> description() {
    if (!isDescribed) {
      isDescribed = true;
      description = describe();
    }
    return description;
  }

  private Optional<String> describe() {
    Optional<ProgramMarks> program = start.program();
    Optional<List<String>> options = start.options();
    if (options.isEmpty() || program.isEmpty() || start.settings().cache().folder().isEmpty()) {
      return Optional.empty();
    }
    return program.get().files(options.get()).map(files -> agent() + "\n" + files);
  }

  private String agent() {
    File jar = start.agentJar().toFile();
    return jar.length() + " " + jar.lastModified() + " " + jar;
  }

  private Path folder() {
    return start.settings().cache().folder().orElseThrow();
  }

  private String name() {
    return start.program().orElseThrow().name();
  }

  /** Returns whether the program has not begun to end. */
  private static boolean whenTheProgramEnds(Runnable write) {
    try {
      Runtime.getRuntime().addShutdownHook(RuntimeThreads.named("slipstream-kept", write));
      return true;
    } catch (IllegalStateException ending) {
      return false;
    }
  }
}
