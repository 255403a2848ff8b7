package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.GuardConnection;
import dev.slipstream.agent.connection.GuardRest;
import dev.slipstream.agent.connection.HostTaskConnection;
import dev.slipstream.agent.connection.RuntimeConnection;
import dev.slipstream.agent.loading.BootAccess;
import dev.slipstream.agent.loading.BootClassPath;
import dev.slipstream.agent.loading.LoaderLibraries;
import dev.slipstream.agent.loading.PlatformAccess;
import dev.slipstream.agent.loading.WaitingClasses;
import dev.slipstream.agent.rewriting.BenchmarkTransformer;
import dev.slipstream.agent.rewriting.GuardScope;
import dev.slipstream.agent.rewriting.GuardSource;
import dev.slipstream.agent.rewriting.GuardTransformer;
import dev.slipstream.agent.rewriting.LiveFrames;
import dev.slipstream.agent.rewriting.LoadedClasses;
import dev.slipstream.agent.rewriting.LoopScope;
import dev.slipstream.agent.rewriting.LoopSource;
import dev.slipstream.agent.rewriting.LoopTransformer;
import dev.slipstream.agent.rewriting.NamedLoops;
import dev.slipstream.agent.rewriting.SiteNumbers;
import dev.slipstream.agent.rewriting.StrictMarker;
import dev.slipstream.boot.Guards;
import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.Replication;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.execution.IdleThread;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/** Creates the agent's parts and connects them. */
final class AgentParts {
  private AgentParts() {}

  /**
   * Connects the JVM's classes with the runtime, unless another copy of the agent has done so.
   *
   * @param deferral whether loops are deferred
   * @param sendsClasses whether the JVM passes classes to the returned transformer itself;
   *     otherwise the caller does
   * @return the transformer that takes loops out of classes; empty if another copy of the agent
   *     does that
   */
  static Optional<LoopTransformer> connect(
      AgentStart start, Deferral deferral, boolean sendsClasses) {
    Settings settings = start.settings();
    Optional<Ranks> ranks = start.ranks();
    Log log = start.log();
    Instrumentation instrumentation = start.instrumentation();
    if (LoopDispatch.installed()) {
      log.warn("the agent is installed already: the options given this time are ignored");
      return Optional.empty();
    }
    NamedLoops namedLoops = NamedLoops.parse(settings.loops(), log);
    HostArrays arrays =
        deferral.isOn()
            ? new HostArrays(
                new GuardRest(Guards::shortest, Guards::rest),
                ranks.map(Ranks::replication).orElse(Replication.none()),
                log)
            : HostArrays.unguarded(log);
    // The report gives the reason too, wherever a loop has run.
    deferral.obstacle().ifPresent(arrays::unguarded);
    LoaderLibraries libraries = new LoaderLibraries(instrumentation);
    KeptParts kept = new KeptParts(start);
    RuntimeConnection connection =
        new RuntimeConnection(
            settings,
            namedLoops,
            new PlatformAccess(instrumentation, kept::expectDriver, log),
            arrays,
            libraries,
            ranks,
            kept::experience,
            log);
    if (!LoopDispatch.install(connection)) {
      return Optional.empty();
    }
    if (ranks.isPresent() && ranks.get().channels().isPresent()) {
      HostTaskConnection.install(
          connection, ranks.get().group().orElseThrow(), ranks.get().channels().orElseThrow());
    }
    if (!LastHook.register(instrumentation, connection::finishAfterHooks)) {
      Runtime.getRuntime()
          .addShutdownHook(RuntimeThreads.named("slipstream-report", connection::finish));
    }
    Runtime.getRuntime().addShutdownHook(RuntimeThreads.named("slipstream-end", connection::ends));
    if (sendsClasses) {
      expectLoops(settings, kept, connection, log);
    }
    SiteNumbers sites = new SiteNumbers();
    SplitChoices splits =
        SplitChoices.parse(settings.split(), problem -> log.warn("in slipstream.split " + problem));
    LoopScope scope = new LoopScope(AgentParts.class.getClassLoader());
    LoopTransformer transformer =
        new LoopTransformer(
            scope,
            namedLoops.selection(),
            !namedLoops.missing().isEmpty(),
            new LoopSource(
                () -> new LoopCompiler(sites, splits),
                namedLoops.selection(),
                sites,
                kept::loops,
                new IdleThread("slipstream-compiler")),
            libraries,
            new BootAccess(instrumentation),
            settings.strict() ? Optional.of(new StrictMarker(sites, connection)) : Optional.empty(),
            connection);
    if (!sendsClasses) {
      return Optional.of(transformer);
    }
    instrumentation.addTransformer(transformer, true);
    // Each class must be transformed once only: a loop that is taken twice has two call sites.
    LoadedClasses loaded = new LoadedClasses(instrumentation, log);
    boolean guarded;
    try {
      guarded = deferral.isOn() && installGuards(start, kept, arrays, libraries, loaded);
    } catch (RuntimeException | Error failed) {
      // Loops are taken from here on, but some host code may use arrays without guards.
      arrays.unguarded("not all classes could be given guards: " + failed);
      throw failed;
    }
    if (!guarded) {
      loaded.retransform(
          transformer::mayHoldLoops,
          (type, reason) ->
              log.debug(
                  () -> type.getName() + " was loaded before and cannot be changed: " + reason));
    }
    return Optional.of(transformer);
  }

  /**
   * Opens the device that the user has named while the program starts, if an earlier start has had
   * loops. Only OpenCL's: code of extensions, or what TornadoVM adds to the class path, may need
   * guards, which are not installed yet.
   */
  private static void expectLoops(
      Settings settings, KeptParts kept, RuntimeConnection connection, Log log) {
    try {
      if (settings.device().backend().equals("opencl")
          && settings.extensions().isEmpty()
          && kept.hadLoops()) {
        kept.expectDriver();
        connection.startSoon();
      }
    } catch (RuntimeException | Error noThread) {
      log.debug(() -> "devices are opened with the first loop only: " + noThread);
    }
  }

  /**
   * Installs the transformer for guards, behind the one that takes loops: guards are for the code
   * that stays on the host.
   *
   * @return whether there were loaded classes, which were then transformed
   */
  private static boolean installGuards(
      AgentStart start,
      KeptParts kept,
      HostArrays arrays,
      LoaderLibraries libraries,
      LoadedClasses loaded) {
    Instrumentation instrumentation = start.instrumentation();
    GuardConnection guards = new GuardConnection(arrays);
    if (!Guards.install(guards)) {
      guards.unguarded("another copy of the agent has its guards in this process");
      return false;
    }
    WaitingClasses.load();
    BootClassPath bootClassPath = new BootClassPath(start.options());
    GuardScope scope = new GuardScope(AgentParts.class.getClassLoader(), bootClassPath::has);
    BootAccess bootAccess = new BootAccess(instrumentation);
    GuardTransformer transformer =
        new GuardTransformer(scope, libraries, bootAccess, new GuardSource(kept.classes()), guards);
    transformer.install(instrumentation);
    if (start.settings().deferral().benchmarksWait()) {
      instrumentation.addTransformer(
          new BenchmarkTransformer(scope, bootAccess, start.log()), /* canRetransform= */ true);
    }
    boolean any =
        loaded.retransform(
            type -> scope.includes(type),
            (type, reason) ->
                guards.unguarded(
                    type.getName()
                        + " was loaded before the agent and cannot be given guards: "
                        + reason));
    if (any) {
      new LiveFrames(transformer, guards).report();
    }
    return true;
  }
}
