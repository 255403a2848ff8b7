package dev.slipstream.runtime.device;

import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.configuration.Log;

/**
 * The services that the runtime offers to backends.
 *
 * @param cache where they may keep built kernels between runs
 * @param builds counts kernels
 * @param log receives their messages
 * @param classPath to which they may add classes for code in the program's class loader
 */
public record DeviceEnvironment(
    CacheSettings cache, BuildListener builds, Log log, ProgramClassPath classPath) {

  /** Creates an environment whose class path cannot be extended. */
  public DeviceEnvironment(CacheSettings cache, BuildListener builds, Log log) {
    this(cache, builds, log, ProgramClassPath.FIXED);
  }

  /** Creates an environment with a log only. */
  public static DeviceEnvironment withoutCache(Log log) {
    return new DeviceEnvironment(CacheSettings.off(), BuildListener.NONE, log);
  }
}
