package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Region;
import java.util.List;

/**
 * The part of a command that one device, or the host, runs.
 *
 * @param device the place of the device; 0 for the host
 * @param memory where it works
 * @param chunk its iterations
 * @param accessed what it accesses, for each access of the task
 * @param footprints what it does with each buffer of the task, in the order of the task
 */
record Part(
    int device, MemoryId memory, Chunk chunk, List<Region> accessed, List<Footprint> footprints) {}
