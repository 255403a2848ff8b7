package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.scheduling.Work;

/** A kernel with the arguments of one execution. */
public record ResidentWork(ResidentKernel kernel, Launch launch) implements Work {}
