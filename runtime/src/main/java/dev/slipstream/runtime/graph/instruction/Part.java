package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Region;
import java.util.List;

/**
 * The part of a command that one device, or the host, runs.
 *
 * @param device the index of the device; 0 for the host
 * @param memory the memory that it works in
 * @param chunk its iterations
 * @param accessed the elements that it accesses, for each access of the task
 * @param footprints its accesses to each buffer of the task, in the order of the task
 */
record Part(
    int device, MemoryId memory, Chunk chunk, List<Region> accessed, List<Footprint> footprints) {}
