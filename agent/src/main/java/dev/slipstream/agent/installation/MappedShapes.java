package dev.slipstream.agent.installation;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import java.util.ArrayList;
import java.util.List;

/** The last shapes in which one loop ran, as the task graph sees them. Thread-safe. */
final class MappedShapes {
  /** As many as the compiler remembers. */
  private static final int MOST = 8;

  private volatile List<MappedLoop> known = List.of();

  /** The shape of some mappers; the same one for the same mappers, as long as it is remembered. */
  MappedLoop of(LoopMappers mappers) {
    List<MappedLoop> all = known;
    for (int s = 0; s < all.size(); s++) {
      if (all.get(s).mappers().equals(mappers)) {
        return all.get(s);
      }
    }
    List<MappedLoop> newestFirst = new ArrayList<>(MOST);
    newestFirst.add(new MappedLoop(mappers, /* tiles= */ false));
    newestFirst.addAll(all.subList(0, Math.min(all.size(), MOST - 1)));
    // Threads may overwrite each other's: then a shape is described again.
    known = List.copyOf(newestFirst);
    return newestFirst.get(0);
  }
}
