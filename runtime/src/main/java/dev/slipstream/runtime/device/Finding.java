package dev.slipstream.runtime.device;

/**
 * One line of {@code doctor}.
 *
 * @param subject what was checked: {@code opencl}
 * @param version the version found, or {@code –}
 * @param detail what was found, or how to install what is missing
 * @param usable whether it can be used as it is
 */
public record Finding(String subject, String version, String detail, boolean usable) {}
