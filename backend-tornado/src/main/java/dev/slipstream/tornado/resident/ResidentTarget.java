package dev.slipstream.tornado.resident;

import dev.slipstream.tornado.binding.ResidentApi;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;

/**
 * A device, and what is needed to run kernels there on arrays that stay.
 *
 * @param api makes arrays
 * @param resident makes graphs
 * @param target the device
 * @param placesArrays whether an array can be made to stand for a part of another one's memory
 * @param compilerFlags what its compiler is told
 * @param recordsRuns whether its driver records runs that are the same again and again
 */
public record ResidentTarget(
    TornadoApi api,
    ResidentApi resident,
    Target target,
    boolean placesArrays,
    String compilerFlags,
    boolean recordsRuns) {}
