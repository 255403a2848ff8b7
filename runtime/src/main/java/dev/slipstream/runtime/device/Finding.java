package dev.slipstream.runtime.device;

/**
 * One line of {@code doctor}.
 *
 * @param subject what was looked for: {@code opencl}
 * @param version the version found, or {@code –}
 * @param detail what was found, or how to get what is missing
 * @param usable whether it can be used as it is
 */
public record Finding(String subject, String version, String detail, boolean usable) {}
