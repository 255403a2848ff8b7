package dev.slipstream.runtime.device;

import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.configuration.Log;

/**
 * The services that the runtime offers to backends.
 *
 * @param cache where they may keep built kernels between runs
 * @param builds counts kernels
 * @param log receives their messages
 * @param jvm what they may ask of the JVM in which the program runs
 */
public record DeviceEnvironment(
    CacheSettings cache, BuildListener builds, Log log, ProgramJvm jvm) {

  /** Creates an environment in a JVM that cannot be changed. */
  public DeviceEnvironment(CacheSettings cache, BuildListener builds, Log log) {
    this(cache, builds, log, ProgramJvm.FIXED);
  }

  /** Creates an environment with a log only. */
  public static DeviceEnvironment withoutCache(Log log) {
    return new DeviceEnvironment(CacheSettings.off(), BuildListener.NONE, log);
  }
}
