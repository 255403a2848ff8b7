package dev.slipstream.runtime.device;

/** Hears which kernels a device refused, so that the host ran them at their place. */
@FunctionalInterface
public interface KernelFallback {
  /**
   * The host has run a kernel, or a part of it. By any thread; must neither block nor throw.
   *
   * @param loop the loop as shown to users, {@code Heat.heat:12}
   * @param device the device that refused it
   * @param reason what it said
   */
  void ranOnHost(String loop, String device, String reason);
}
