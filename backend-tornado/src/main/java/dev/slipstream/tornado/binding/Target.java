package dev.slipstream.tornado.binding;

/**
 * A device of TornadoVM.
 *
 * @param backend TornadoVM's name for its backend, {@code OPENCL}
 * @param name what it is
 * @param platform whose driver it has, {@code NVIDIA CUDA}
 * @param processor whether it is the host's own processor
 * @param handle TornadoVM's own object
 */
public record Target(
    String backend, String name, String platform, boolean processor, Object handle) {
  /** Whether another device is of the same model, with the same backend and driver. */
  public boolean isLike(Target other) {
    return backend.equals(other.backend)
        && name.equals(other.name)
        && platform.equals(other.platform);
  }
}
