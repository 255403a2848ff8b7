package dev.slipstream.runtime.device;

import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.configuration.Log;

/**
 * What the runtime offers to backends.
 *
 * @param cache where they may keep built kernels between runs
 * @param builds who counts them
 * @param log where they say what they do
 * @param classPath where they may add classes that something in the program's class loader reads
 */
public record DeviceEnvironment(
    CacheSettings cache, BuildListener builds, Log log, ProgramClassPath classPath) {

  /** An environment with a class path to which nothing can be added. */
  public DeviceEnvironment(CacheSettings cache, BuildListener builds, Log log) {
    this(cache, builds, log, ProgramClassPath.FIXED);
  }

  /** Offers a log only. */
  public static DeviceEnvironment withoutCache(Log log) {
    return new DeviceEnvironment(CacheSettings.off(), BuildListener.NONE, log);
  }
}
