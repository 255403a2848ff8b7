package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.ErrorOutput;
import dev.slipstream.agent.connection.LooplessReport;
import dev.slipstream.agent.rewriting.LoadedClasses;
import dev.slipstream.agent.rewriting.LoopScope;
import dev.slipstream.compiler.discovery.AnnotationNames;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first class with a marked loop, and then has the rest of the agent loaded. A
 * program without marked loops pays only for a scan of its classes' constants. Called by the JVM in
 * any thread that loads a class; never throws.
 */
final class FirstLoop implements ClassFileTransformer, Runnable {
  private final LoopScope scope = new LoopScope(FirstLoop.class.getClassLoader());
  private final Callable<Optional<? extends ClassFileTransformer>> agent;
  private final Settings settings;
  private final Log log;
  private volatile boolean isConnected;
  private volatile Optional<? extends ClassFileTransformer> transformer = Optional.empty();

  /**
   * @param agent connects the rest of the agent and returns the transformer that takes loops; empty
   *     if another copy of the agent does that
   */
  private FirstLoop(
      Settings settings, Callable<Optional<? extends ClassFileTransformer>> agent, Log log) {
    this.settings = settings;
    this.agent = agent;
    this.log = log;
  }

  /**
   * Starts to scan all classes, and to report at the program's end that there was no loop, if so.
   */
  static void await(AgentStart start, Callable<Optional<? extends ClassFileTransformer>> agent) {
    Instrumentation instrumentation = start.instrumentation();
    Log log = start.log();
    FirstLoop first = new FirstLoop(start.settings(), agent, log);
    instrumentation.addTransformer(first, /* canRetransform= */ true);
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (first.includes(type)) {
        new LoadedClasses(instrumentation, log)
            .retransform(
                first::includes,
                (loaded, reason) ->
                    log.debug(() -> loaded.getName() + " cannot be changed: " + reason));
        break;
      }
    }
    Runtime.getRuntime().addShutdownHook(RuntimeThreads.named("slipstream-report", first));
  }

  private boolean includes(Class<?> type) {
    return !type.isArray()
        && scope.includes(type.getClassLoader(), type.getName().replace('.', '/'));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (module == null
        || loader == null
        || internalName == null
        || !scope.includes(loader, internalName)
        || !AnnotationNames.mayBeIn(classFile)) {
      return null;
    }
    try {
      Optional<? extends ClassFileTransformer> loops = connected();
      return loops.isEmpty()
          ? null
          : loops.get().transform(module, loader, internalName, redefined, domain, classFile);
    } catch (Throwable e) {
      // The JVM would discard the exception silently.
      log.error("loops of " + internalName.replace('/', '.') + " are not taken, because of: " + e);
      return null;
    }
  }

  private Optional<? extends ClassFileTransformer> connected() throws Exception {
    return isConnected ? transformer : connect();
  }

  private synchronized Optional<? extends ClassFileTransformer> connect() throws Exception {
    if (!isConnected) {
      isConnected = true;
      transformer = agent.call();
    }
    return transformer;
  }

  /** Called when the program ends. */
  @Override
  public void run() {
    if (!isConnected && !BootClasses.areDefined()) {
      LooplessReport.write(settings, List.of(), ErrorOutput.open(), log);
    }
  }
}
