package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.command.Command;
import java.util.List;

/** What is to be made into instructions, now or after what comes next is known. */
sealed interface Pending {
  /**
   * A command.
   *
   * @param command the command
   * @param parts what devices or the host run of it; none for other commands than executions
   * @param demands what must be allocated for it
   */
  record Planned(Command command, List<Part> parts, List<Demand> demands) implements Pending {}

  /**
   * A buffer that no further command names.
   *
   * @param buffer the buffer
   */
  record Forgotten(BufferId buffer) implements Pending {}
}
