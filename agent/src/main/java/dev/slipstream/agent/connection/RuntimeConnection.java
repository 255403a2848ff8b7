package dev.slipstream.agent.connection;

import dev.slipstream.agent.kept.KeptExperience;
import dev.slipstream.agent.loading.ExtensionJars;
import dev.slipstream.agent.loading.PlatformAccess;
import dev.slipstream.agent.rewriting.LoopRegistry;
import dev.slipstream.agent.rewriting.NamedLoops;
import dev.slipstream.boot.Dispatcher;
import dev.slipstream.boot.GatedCallSite;
import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.HostTaskThread;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.execution.IdleThread;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.launch.ProgramExperience;
import dev.slipstream.runtime.node.HostTaskQueue;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects call sites and the transformer with the runtime. The runtime starts when the first loop
 * is found, or expected because of an earlier start, so that programs without loops do not pay for
 * it. Thread-safe.
 */
public final class RuntimeConnection implements Dispatcher, LoopRegistry {
  private static final long MOST_MILLIS_FOR_DESCRIPTIONS = 100;

  private final Settings settings;
  private final Optional<Ranks> ranks;
  private final Supplier<Optional<KeptExperience>> experiences;
  private final NamedLoops namedLoops;
  private final PlatformAccess platform;
  private final HostArrays arrays;
  private final Log log;
  private final KernelDump dump;
  private final OpenSites openSites;
  private final EntryGates gates;

  /** Describes loops for the report, which may take longer than their executions. */
  private final IdleThread descriptions = new IdleThread("slipstream-descriptions");

  private final SitesOfLoaders sites = new SitesOfLoaders();
  private volatile Optional<KeptExperience> experience = Optional.empty();
  private volatile @Nullable SlipstreamRuntime runtime;
  private volatile boolean ending;

  /**
   * @param experiences finds what earlier starts of the program have learnt of its loops; called
   *     when the runtime starts
   */
  public RuntimeConnection(
      Settings settings,
      NamedLoops namedLoops,
      PlatformAccess platform,
      HostArrays arrays,
      Function<ClassLoader, ClassLibrary> libraries,
      Optional<Ranks> ranks,
      Supplier<Optional<KeptExperience>> experiences,
      Log log) {
    this.settings = settings;
    this.ranks = ranks;
    this.experiences = experiences;
    this.arrays = arrays;
    this.namedLoops = namedLoops;
    this.platform = platform;
    this.log = log;
    this.dump = new KernelDump(settings.dump(), settings.fastMath(), log);
    this.gates = new EntryGates(log);
    this.openSites = new OpenSites(new JavaObjects(platform::open), libraries, this, gates);
  }

  @Override
  public int submit(int site, int start, @Nullable Object[] captures) {
    if (HostTaskThread.isCurrent()) {
      // A host task's thread runs the loop itself: loops are submitted in the program's order only.
      return start;
    }
    try {
      OpenSite open = openSites.at(site);
      return open == null ? runtime().submit(site, start, captures) : submit(open, start, captures);
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    } catch (StackOverflowError e) {
      // The stack is full: neither the program's own loop nor the log would have more of it.
      throw e;
    } catch (OutOfMemoryError e) {
      // The program's own loop does not need the memory that ran out.
      return start;
    } catch (Throwable e) {
      log.error(
          "a loop runs on the host because of an error in the agent: "
              + e
              + "; slipstream.log=debug shows more");
      log.debug(() -> "in site " + site, e);
      return start;
    }
  }

  @Override
  public void linked(int site, GatedCallSite callSite) {
    gates.linked(site, callSite);
  }

  /** Submits one execution of a loop that is compiled for the objects with which it is reached. */
  private int submit(OpenSite open, int start, @Nullable Object[] captures) {
    OpenSite.Outcome outcome = open.reach(captures);
    if (outcome instanceof OpenSite.Outcome.Submit submit) {
      // Such a kernel has no call site of its own, and so passes its gate here.
      return LoopDispatch.submitDirectly(start, submit.captures(), submit.kernel().site());
    }
    if (outcome instanceof OpenSite.Outcome.Stay stay) {
      log.debug(() -> stay.reason().name() + " runs on the host: " + stay.reason().reason());
      if (settings.strict()) {
        RefusedLoop loop = stay.reason();
        throw SlipstreamRuntime.forbidden(
            loop.name().toString(), loop.reason(), loop.advice(), loop.kind().page());
      }
    }
    return start;
  }

  @Override
  public void open(OpenCallSite loop, ClassLoader loader) {
    namedLoops.found(loop.name());
    loop.inner().forEach(namedLoops::found);
    forgetUnloaded();
    sites.add(loop.site(), loader);
    openSites.add(loop, loader);
  }

  @Override
  public void taken(LoopKernel kernel, ClassLoader loader) {
    namedLoops.found(kernel.name());
    kernel.inner().forEach(namedLoops::found);
    forgetUnloaded();
    sites.add(kernel.site(), loader);
    runtime()
        .register(
            kernel.site(),
            new ReportedLoop(
                kernel,
                settings.fastMath(),
                dump::mappers,
                promises(kernel),
                describesAll(),
                describing()),
            gates.of(kernel, describesAll()));
    dump.write(kernel);
  }

  /** Releases what was kept for loops of unloaded classes, except their totals in the report. */
  private void forgetUnloaded() {
    Set<Integer> gone = sites.takeGone();
    if (!gone.isEmpty()) {
      openSites.remove(gone);
      gates.remove(gone);
      LoopDispatch.forget(gone);
      runtime().forget(gone);
    }
  }

  /**
   * Whether even loops that always stay on the host are planned and described, for a complete
   * report.
   */
  private boolean describesAll() {
    return settings.device().kind() == DeviceChoice.Kind.NAMED
        || settings.verify()
        || settings.report() == ReportLength.FULL
        || settings.reportFile().isPresent()
        || settings.dump().isPresent();
  }

  /** Runs the descriptions of loops. */
  private Executor describing() {
    if (describesAll()) {
      return Runnable::run;
    }
    return settings.report() == ReportLength.OFF ? description -> {} : descriptions;
  }

  /**
   * With {@code slipstream.verify=true}, returns a check of what the user declares about a loop.
   */
  private Optional<ReportedLoop.Promises> promises(LoopKernel kernel) {
    return settings.verify()
        ? Optional.of(new VerifiedReads(new DeclaredReads(kernel), settings.strict(), log))
        : Optional.empty();
  }

  @Override
  public void refused(RefusedLoop loop) {
    namedLoops.found(loop.name());
    runtime().refused(loop.name().toString(), loop.reason(), loop.advice(), loop.kind().page());
    dump.write(loop);
  }

  @Override
  public void forbidden(int site, RefusedLoop loop) {
    runtime()
        .refuse(site, loop.name().toString(), loop.reason(), loop.advice(), loop.kind().page());
  }

  @Override
  public void unreadable(String className, String reason) {
    runtime()
        .refused(
            className,
            "its class file cannot be read: " + reason,
            "Compile the class again with javac alone, without tools that change bytecode.",
            RefusalKind.BYTECODE.page());
  }

  /** Returns the queue to which host tasks are submitted. */
  HostTaskQueue hostTasks() {
    return runtime().hostTasks();
  }

  /** Called when the program is ending; its shutdown hooks may still use arrays. Does not wait. */
  public void ends() {
    ending = true;
    experience.ifPresent(KeptExperience::ends);
    SlipstreamRuntime started = runtime;
    if (started != null) {
      started.ends();
    }
  }

  /** Does the same as {@link #finish}, after the program's shutdown hooks have ended. */
  public void finishAfterHooks() {
    SlipstreamRuntime started = runtime;
    if (started != null) {
      started.hooksHaveEnded();
    }
    finish();
  }

  /** Writes the report and releases the devices. Called once, when the JVM ends. */
  public void finish() {
    SlipstreamRuntime started = runtime;
    if (started != null) {
      started.awaitHostTasks();
    }
    if (ranks.isPresent() && !ranks.get().reports()) {
      finishWithoutReport(started, ranks.get());
    } else if (started == null) {
      try {
        LooplessReport.write(settings, namedLoops.missing(), ErrorOutput.open(), log);
      } finally {
        ranks.ifPresent(Ranks::close);
      }
    } else {
      descriptions.await(MOST_MILLIS_FOR_DESCRIPTIONS);
      namedLoops.missing().forEach(started::unmatched);
      arrays.awaitSnapshots();
      Optional<ProgramExperience> learnt = started.learnt(System.currentTimeMillis());
      if (experience.isPresent() && learnt.isPresent()) {
        experience.get().keep(learnt.get());
      }
      if (experience.isPresent()
          && started.hasLoops()
          && settings.device().hasDriver(CpuBackend.NAME)) {
        experience.get().endsAfterLoops();
      }
      // The bits of a sum must not depend on whether the agent has taken its loop.
      if (experience.isPresent() && !started.hasFixedOrder()) {
        experience.get().endsAfterTaking(started.probableGain());
      }
      try {
        started.writeReport(ErrorOutput.open());
      } finally {
        arrays.over();
        started.close();
      }
    }
  }

  /** Another rank writes the report. */
  private void finishWithoutReport(@Nullable SlipstreamRuntime started, Ranks others) {
    arrays.awaitSnapshots();
    arrays.over();
    if (started == null) {
      others.close();
    } else {
      started.close();
    }
  }

  /**
   * Starts the runtime on a thread of its own before the first loop is found, since its devices
   * take long to open. Does not wait.
   */
  public void startSoon() {
    RuntimeThreads.named("slipstream-start", this::expectLoops).start();
  }

  private void expectLoops() {
    try {
      runtime().expectsLoops();
    } catch (Throwable problem) {
      log.debug(() -> "the runtime could not be started before the first loop: " + problem);
    }
  }

  private SlipstreamRuntime runtime() {
    SlipstreamRuntime started = runtime;
    return started == null ? start() : started;
  }

  private synchronized SlipstreamRuntime start() {
    SlipstreamRuntime started = runtime;
    if (started == null) {
      experience = experiences.get();
      started =
          SlipstreamRuntime.start(
              settings,
              log,
              ExtensionJars.loader(settings.extensions(), log),
              arrays,
              platform,
              ranks,
              experience.map(KeptExperience::earlier).orElse(ProgramExperience.NONE));
      runtime = started;
      if (ending) {
        started.ends();
      }
    }
    return started;
  }
}
