package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.loading.BootAccess;
import dev.slipstream.compiler.guard.emission.BenchmarkEnds;
import dev.slipstream.runtime.configuration.Log;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes JMH benchmarks wait for their loops. Scans the classes that are loaded first, among them
 * the one with {@code main}, and every class once one of JMH's own was loaded. Called by the JVM in
 * any thread that loads a class; never throws.
 */
public final class BenchmarkTransformer implements ClassFileTransformer {
  private static final String JMH = "org/openjdk/jmh/";

  /** A scan of a class file takes some microseconds, and most programs have no benchmarks. */
  private static final int FIRST_CLASSES = 64;

  private final GuardScope scope;
  private final BootAccess bootAccess;
  private final Log log;
  private final BenchmarkEnds ends = new BenchmarkEnds(GuardTransformer.DISPATCHER);
  private final AtomicInteger looks = new AtomicInteger(FIRST_CLASSES);
  private volatile boolean hasJmh;

  /**
   * @param scope which classes are the program's
   */
  public BenchmarkTransformer(GuardScope scope, BootAccess bootAccess, Log log) {
    this.scope = scope;
    this.bootAccess = bootAccess;
    this.log = log;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (module == null || loader == null || internalName == null) {
      return null;
    }
    if (internalName.startsWith(JMH)) {
      hasJmh = true;
      return null;
    }
    if (!hasJmh && looks.get() <= 0) {
      return null;
    }
    try {
      if (!scope.includes(module, loader, internalName)) {
        return null;
      }
      looks.decrementAndGet();
      Optional<byte[]> changed = ends.in(classFile);
      if (changed.isEmpty()) {
        return null;
      }
      hasJmh = true;
      Optional<String> obstacle = bootAccess.grant(module, loader);
      if (obstacle.isPresent()) {
        log.warn(untimed(internalName) + ": " + obstacle.get());
        return null;
      }
      return changed.get();
    } catch (Throwable failure) {
      log.warn(untimed(internalName) + ": " + failure);
      return null;
    }
  }

  private static String untimed(String internalName) {
    return "the times of JMH for "
        + internalName.replace('/', '.')
        + " do not include its loops; read their results in the benchmark, or set"
        + " slipstream.deferred=false. The cause";
  }
}
