package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.RandomProgram;
import dev.slipstream.runtime.graph.task.StepHorizons;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates random programs on random nodes, half of them with the least memory that is sufficient.
 */
final class RandomMachines {
  private RandomMachines() {}

  static Machines of(Random random, int tasks) {
    return random.nextBoolean()
        ? of(new Random(random.nextLong()), tasks, NodeTopology.UNLIMITED)
        : withLittleMemory(random, tasks);
  }

  static Machines withLittleMemory(Random random, int tasks) {
    long seed = random.nextLong();
    long budget = 0;
    while (true) {
      try {
        return of(new Random(seed), tasks, budget);
      } catch (MemoryShortageException e) {
        budget = e.needed();
      }
    }
  }

  private static Machines of(Random random, int tasks, long budget) {
    int nodes = 1 + random.nextInt(random.nextInt(4) == 0 ? 6 : 3);
    InstructionOptions options = Machines.options(nodes, topology(random, budget));
    if (random.nextBoolean()) {
      options = options.withoutLookahead();
    }
    options =
        switch (random.nextInt(4)) {
          case 0 -> options.with(InstructionOptions.Contiguity.BUFFER);
          case 1 ->
              options
                  .with(InstructionOptions.Contiguity.CHUNK)
                  .withLeastDivided(random.nextInt(64) * Machines.ELEMENT_BYTES);
          default -> options;
        };
    int chunks = random.nextInt(4) == 0 ? 2 : 1;
    Machines machines =
        new Machines(
            new CommandOptions(nodes, chunks, new EvenSplitter(), 1 + random.nextInt(200)),
            options,
            StepHorizons.of(1 + random.nextInt(6), 4 + random.nextInt(20)),
            random.nextBoolean());
    new RandomProgram(machines.program(), nodes, random).submit(tasks);
    return machines;
  }

  private static NodeTopology topology(Random random, long budget) {
    int devices = 1 + random.nextInt(3);
    NodeTopology topology = NodeTopology.of(devices, random.nextBoolean(), budget);
    if (random.nextInt(4) == 0) {
      List<NodeTopology.Device> all = new ArrayList<>(topology.devices());
      MemoryId memory = random.nextBoolean() ? MemoryId.HOST : MemoryId.HEAP;
      all.set(0, new NodeTopology.Device(memory, NodeTopology.UNLIMITED));
      topology = topology.with(all);
    }
    if (random.nextInt(4) == 0) {
      topology = topology.withLoopsSharedFrom(random.nextInt(devices));
    }
    return random.nextBoolean() ? topology.withHostTasksIn(MemoryId.HOST) : topology;
  }
}
