package dev.slipstream.runtime.scheduling;

/** What a loop computes, as the lanes of devices understand it. */
public interface Work {}
