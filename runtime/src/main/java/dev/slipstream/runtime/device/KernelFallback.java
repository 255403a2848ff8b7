package dev.slipstream.runtime.device;

/** Is notified of kernels that a device refused, so that the host ran them at their place. */
@FunctionalInterface
public interface KernelFallback {
  /**
   * The host has run a kernel, or a part of it. Any thread may call this; it must neither block nor
   * throw.
   *
   * @param loop the loop as shown to users, {@code Heat.heat:12}
   * @param device the device that refused it
   * @param reason the device's reason
   */
  void ranOnHost(String loop, String device, String reason);
}
