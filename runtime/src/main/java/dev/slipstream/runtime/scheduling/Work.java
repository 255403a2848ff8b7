package dev.slipstream.runtime.scheduling;

/** The computation of a loop or host task, in a form that lanes understand. */
public interface Work {}
