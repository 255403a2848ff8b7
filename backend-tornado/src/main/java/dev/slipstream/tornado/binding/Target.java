package dev.slipstream.tornado.binding;

/**
 * A device of TornadoVM.
 *
 * @param backend TornadoVM's name of its backend, such as {@code OPENCL}
 * @param name the device's name
 * @param platform the name of the driver's platform, such as {@code NVIDIA CUDA}
 * @param processor whether it is the host's own processor
 * @param handle TornadoVM's own object
 */
public record Target(
    String backend, String name, String platform, boolean processor, Object handle) {
  /** Whether another device has the same name, backend and driver. */
  public boolean isLike(Target other) {
    return backend.equals(other.backend)
        && name.equals(other.name)
        && platform.equals(other.platform);
  }
}
