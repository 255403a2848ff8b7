package dev.slipstream.runtime;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.ProgramJvm;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.launch.EntryGate;
import dev.slipstream.runtime.launch.LoopExperience;
import dev.slipstream.runtime.launch.LoopSite;
import dev.slipstream.runtime.launch.LoopSites;
import dev.slipstream.runtime.launch.OpeningRule;
import dev.slipstream.runtime.launch.ProgramExperience;
import dev.slipstream.runtime.machine.Backends;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.node.DeferredLoops;
import dev.slipstream.runtime.node.DryNodes;
import dev.slipstream.runtime.node.Extensions;
import dev.slipstream.runtime.node.HostTaskQueue;
import dev.slipstream.runtime.node.NodeStreams;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.report.RefusedEntry;
import dev.slipstream.runtime.report.Report;
import dev.slipstream.runtime.report.ReportContent;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/** The runtime of one process. Built and owned by the agent; all methods are thread-safe. */
public final class SlipstreamRuntime implements AutoCloseable {
  private final Settings settings;
  private final DeviceChoice choice;
  private final Log log;
  private final Devices devices;
  private final OpeningRule opening;
  private final Metrics metrics = new Metrics();
  private final LoopSites sites = new LoopSites();
  private final HostArrays arrays;
  private final Report report = new Report(Version.text());
  private final GraphFiles graphs;
  private final Optional<DryNodes> dry;
  private final DeferredLoops deferred;
  private final Optional<HostTaskQueue> hostTasks;

  /** Once true, it stays so: the loop's class may be unloaded. */
  private volatile boolean hasFixedOrder;

  private final Optional<Ranks> ranks;

  private SlipstreamRuntime(
      Settings settings,
      Log log,
      List<DeviceBackend> backends,
      ClassLoader extensions,
      HostArrays arrays,
      ProgramJvm jvm,
      Optional<Ranks> ranks,
      ProgramExperience earlier) {
    this.ranks = ranks;
    this.settings = settings;
    this.arrays = arrays;
    this.log = log;
    List<String> names = new ArrayList<>();
    for (DeviceBackend backend : backends) {
      names.add(backend.name());
    }
    this.choice = settings.device().among(names, log);
    this.graphs = new GraphFiles(settings.graphs(), log);
    // This comes early, so that messages about settings appear at the start.
    Optional<Extensions> wanted =
        settings.extensions().isEmpty() && settings.dryRun() == 0
            ? Optional.empty()
            : Optional.of(Extensions.find(extensions, log));
    this.dry =
        settings.dryRun() == 0
            ? Optional.empty()
            : Optional.of(new DryNodes(settings.dryRun(), wanted.orElseThrow(), log));
    // Not a lambda: creating one would load its result type, which most programs do not need.
    Supplier<NodeStreams> streams =
        new Supplier<>() {
          @Override
          public NodeStreams get() {
            Extensions found = wanted.isPresent() ? wanted.get() : Extensions.find(extensions, log);
            return new NodeStreams(
                found, metrics, graphs, settings.deferral(), dry, ranks.flatMap(Ranks::group), log);
          }
        };
    this.deferred = new DeferredLoops(arrays, settings.deferral(), streams, ranks, log);
    ranks.ifPresent(others -> others.tell(deferred));
    this.devices =
        new Devices(
            backends,
            choice,
            new DeviceEnvironment(settings.cache(), metrics, log, jvm),
            ranks.map(Ranks::localRank).orElse(0));
    this.hostTasks =
        ranks.isPresent() ? hostTasks(ranks.get(), arrays, deferred, devices) : Optional.empty();
    this.opening =
        wantsDevices(settings) || ranks.isPresent()
            ? OpeningRule.immediate()
            : OpeningRule.after(
                devices.worthOpeningAfter(settings.cpuThreads()),
                settings.cpuThreads(),
                earlier,
                devices::areKnown,
                devices::openSoon);
    if (settings.fastMath()) {
      report.relaxed();
    }
    if (!settings.deferral().hostShare().isNone() && !mayShare(settings, choice)) {
      log.warn(
          "slipstream.cpu.share has no effect here: only deferred loops on OpenCL devices are"
              + " shared. Set slipstream.device=opencl and slipstream.deferred=true, or remove the"
              + " option");
    }
    if (settings.fastMath() && settings.verify()) {
      log.warn(
          "slipstream.verify=true compares all bits, and slipstream.fastMath=true changes the last"
              + " bits of float and double on OpenCL devices: set one of them to false, or expect"
              + " differences");
    }
  }

  /** Whether the user has asked for something that only has an effect when loops run on devices. */
  private static boolean wantsDevices(Settings settings) {
    return settings.dryRun() > 0
        || settings.graphs().isPresent()
        || !settings.deferral().hostShare().isNone();
  }

  private static boolean mayShare(Settings settings, DeviceChoice choice) {
    return settings.deferral().enabled()
        && !settings.verify()
        && (choice.kind() == DeviceChoice.Kind.AUTO
            || (choice.kind() == DeviceChoice.Kind.NAMED && choice.backend().equals("opencl")));
  }

  /**
   * Starts a runtime. Opens no device; that happens while the program goes on, once it pays for its
   * loops, or once the first loop is known if the user has named a device.
   *
   * @param backends the class loader with the device backends and extensions
   * @param arrays receives what host code announces about arrays
   * @param jvm what backends may ask of this JVM
   * @param ranks the other nodes of the run
   * @param earlier what earlier starts of the program have {@linkplain #learnt learnt}
   */
  public static SlipstreamRuntime start(
      Settings settings,
      Log log,
      ClassLoader backends,
      HostArrays arrays,
      ProgramJvm jvm,
      Optional<Ranks> ranks,
      ProgramExperience earlier) {
    return new SlipstreamRuntime(
        settings,
        log,
        Backends.find(backends, settings.cpuThreads(), log),
        backends,
        arrays,
        jvm,
        ranks,
        earlier);
  }

  /**
   * What the next start of the program should know of its loops; empty if that is no more than this
   * one knew.
   *
   * @param millis the time now, in milliseconds since 1970
   */
  public Optional<ProgramExperience> learnt(long millis) {
    Map<LoopName, LoopExperience> loops = new HashMap<>();
    OptionalDouble gained = OptionalDouble.empty();
    for (LoopSite site : sites.loops()) {
      site.learnt(millis).ifPresent(learnt -> loops.put(site.loop().name(), learnt));
      OptionalDouble own = site.gainOnDevices();
      if (own.isPresent()) {
        gained = OptionalDouble.of(gained.orElse(0) + own.getAsDouble());
      }
    }
    return opening.learnt(loops, gained);
  }

  /** Whether the program has loaded a loop that was taken. */
  public boolean hasLoops() {
    return !sites.loops().isEmpty();
  }

  /** Whether results of a loop would have other bits without the agent. */
  public boolean hasFixedOrder() {
    return hasFixedOrder;
  }

  /** How much shorter the program's loops have probably been, in nanoseconds. */
  public double probableGain() {
    return sites.loops().stream().mapToDouble(LoopSite::probableGain).sum();
  }

  /** Starts a runtime with these backends, best first, for host code that announces nothing. */
  public static SlipstreamRuntime start(Settings settings, Log log, List<DeviceBackend> backends) {
    return start(settings, log, backends, HostArrays.unguarded(log));
  }

  /** Starts a runtime with these backends, best first. */
  public static SlipstreamRuntime start(
      Settings settings, Log log, List<DeviceBackend> backends, HostArrays arrays) {
    return start(settings, log, backends, arrays, Optional.empty());
  }

  /** Starts a runtime with these backends, best first, and other nodes. */
  public static SlipstreamRuntime start(
      Settings settings,
      Log log,
      List<DeviceBackend> backends,
      HostArrays arrays,
      Optional<Ranks> ranks) {
    ClassLoader own = SlipstreamRuntime.class.getClassLoader();
    return new SlipstreamRuntime(
        settings, log, backends, own, arrays, ProgramJvm.FIXED, ranks, ProgramExperience.NONE);
  }

  /** The program probably loads a class with loops soon, as in an earlier start. */
  public void expectsLoops() {
    devices.openNamedSoon();
  }

  /**
   * A loop was taken.
   *
   * @param site the number that its call site passes
   * @throws IllegalArgumentException if the number is taken
   */
  public void register(int site, Loop loop) {
    register(site, loop, EntryGate.NONE);
  }

  /** The same with a gate in front of the loop. */
  public void register(int site, Loop loop, EntryGate gate) {
    if (loop.hasFixedOrder()) {
      hasFixedOrder = true;
    }
    LoopSite added =
        new LoopSite(
            loop,
            metrics.loop(site, loop.name().toString()),
            devices,
            choice.kind(),
            opening,
            settings.strict(),
            settings.verify(),
            deferred,
            gate,
            Ticker.SYSTEM,
            log);
    sites.add(site, added);
    report.taken(added);
    devices.openNamedSoon();
  }

  /**
   * Forgets loops whose classes were unloaded, so that the program cannot reach them again. Their
   * figures stay in the report.
   *
   * @param numbers the numbers of their call sites; others do no harm
   */
  public void forget(Set<Integer> numbers) {
    Set<LoopSite> gone = new HashSet<>();
    numbers.forEach(number -> sites.remove(number).ifPresent(gone::add));
    if (!gone.isEmpty()) {
      report.forget(gone);
      metrics.forget(numbers);
      gone.forEach(site -> deferred.forget(site.loop().name().toString()));
    }
  }

  /**
   * A loop was refused when its class was loaded. It keeps its bytecode, so it has no call site at
   * which the program could be stopped. An exception during class loading would break classes of
   * which only other methods are used. In strict mode the refusal is therefore logged as an error,
   * and {@link #refuse} makes a call site inserted before the loop throw when the program reaches
   * it.
   *
   * @param name the loop, {@code Heat.smooth:44}
   * @param reason the reason, starting with the line
   * @param advice what the user can do; may be empty
   */
  public void refused(String name, String reason, String advice, String page) {
    RefusedEntry entry = new RefusedEntry(name, reason, advice, page);
    metrics.refused(name, reason);
    report.refused(entry);
    if (settings.strict()) {
      log.error(entry.message());
    } else {
      log.info(entry::message);
    }
  }

  /**
   * Makes a call site throw a {@link SlipstreamException} when it is reached: the one inserted
   * before a refused loop in strict mode. {@link #refused} is called besides.
   *
   * @param site the number that the call site passes
   * @throws IllegalArgumentException if the number is taken
   */
  public void refuse(int site, String name, String reason, String advice, String page) {
    sites.refuse(site, forbiddance(name, reason, advice, page));
  }

  /** The exception that strict mode throws where the program reaches a refused loop. */
  public static SlipstreamException forbidden(
      String name, String reason, String advice, String page) {
    return new SlipstreamException(forbiddance(name, reason, advice, page));
  }

  private static String forbiddance(String name, String reason, String advice, String page) {
    return new RefusedEntry(name, reason, advice, page).message()
        + System.lineSeparator()
        + "  slipstream.strict=true makes this an error; with slipstream.strict=false it runs"
        + " there.";
  }

  /** An entry of {@code slipstream.loops} matched no loop. */
  public void unmatched(String entry) {
    report.unmatched(entry);
  }

  /**
   * The program has reached a call site.
   *
   * @param site its number
   * @param start the loop variable's value at the loop's entry
   * @param captures the values of the call site
   * @return the value of the loop variable with which the program continues; {@code start} if it
   *     has to run the loop itself
   * @throws SlipstreamException if results are lost, or strict mode forbids a fallback
   */
  public int submit(int site, int start, Object[] captures) {
    return sites.submit(site, start, captures);
  }

  private static Optional<HostTaskQueue> hostTasks(
      Ranks ranks, HostArrays arrays, DeferredLoops deferred, Devices devices) {
    return ranks
        .group()
        .filter(RankGroup::isReplicated)
        .map(
            peers ->
                new HostTaskQueue(arrays, deferred, () -> devices.candidates().devices(), peers));
  }

  /**
   * Returns the queue of host tasks.
   *
   * @throws IllegalStateException if no other rank runs the program
   */
  public HostTaskQueue hostTasks() {
    return hostTasks.orElseThrow(() -> new IllegalStateException("no other rank runs the program"));
  }

  /** Waits, when the program has ended, for the host tasks that run here. */
  public void awaitHostTasks() {
    if (hostTasks.isPresent()) {
      hostTasks.get().awaitAll();
    }
  }

  /** The findings of {@code doctor} about devices. */
  public List<Finding> diagnose() {
    return devices.diagnose();
  }

  /** The current report. */
  public ReportContent report() {
    List<String> messages = new ArrayList<>(log.withheld());
    arrays
        .endOfDeferral()
        .ifPresent(
            reason -> messages.add("each loop had to end before the program continued: " + reason));
    return report.content(
        devices.devices(),
        metrics.builds(),
        metrics.graphs().statistics(),
        dry.isPresent() ? dry.get().statistics() : DryRunStatistics.NONE,
        ranks.isPresent() ? ranks.get().statistics() : List.of(),
        messages);
  }

  /**
   * Writes the report and the graphs as configured.
   *
   * @param stderr receives the report if no file is set
   */
  public void writeReport(PrintStream stderr) {
    Report.write(this::report, settings.report(), settings.reportFile(), stderr, log);
    graphs.write();
  }

  /** The program is ending; its shutdown hooks may still access arrays. Does not wait. */
  public void ends() {
    devices.ends();
    deferred.ends();
  }

  /**
   * The program's shutdown hooks have ended; later waits have limits of their own. Does not wait.
   */
  public void hooksHaveEnded() {
    deferred.hooksHaveEnded();
  }

  /**
   * Releases the devices, which waits about a second for running launches. The report must be
   * written before; what runs later is not counted.
   */
  @Override
  public void close() {
    ranks.ifPresent(Ranks::close);
    devices.close();
    metrics.close();
  }
}
