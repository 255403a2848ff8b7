package dev.slipstream.runtime.device;

import dev.slipstream.runtime.configuration.CacheSettings;
import dev.slipstream.runtime.log.Log;

/**
 * What the runtime offers to backends.
 *
 * @param cache where they may keep built kernels between runs
 * @param builds who counts them
 * @param log where they say what they do
 */
public record DeviceEnvironment(CacheSettings cache, BuildListener builds, Log log) {

  /** Offers a log only. */
  public static DeviceEnvironment withoutCache(Log log) {
    return new DeviceEnvironment(CacheSettings.off(), BuildListener.NONE, log);
  }
}
