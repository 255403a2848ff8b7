package dev.slipstream.model.mapper;

/**
 * One way in which the chunks of an execution access an array.
 *
 * @param mode whether they read or write
 * @param mapper the elements, in the array's shape
 */
public record MappedAccess(AccessMode mode, RangeMapper mapper) {}
