package dev.slipstream.runtime.scheduling;

/** What a loop or host task computes, as lanes understand it. */
public interface Work {}
