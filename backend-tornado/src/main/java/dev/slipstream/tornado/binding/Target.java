package dev.slipstream.tornado.binding;

/**
 * A device of TornadoVM.
 *
 * @param backend TornadoVM's name for its backend, {@code OPENCL}
 * @param name what it is
 * @param handle TornadoVM's own object
 */
public record Target(String backend, String name, Object handle) {}
