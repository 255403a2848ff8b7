package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.outlining.RefusalSites;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Puts a call site in front of each refused loop, in strict mode; it throws when the loop is
 * reached. A transformer cannot throw instead, because the JVM discards its exceptions.
 */
public final class StrictMarker {
  private final IntSupplier siteNumbers;
  private final LoopRegistry registry;

  public StrictMarker(IntSupplier siteNumbers, LoopRegistry registry) {
    this.siteNumbers = siteNumbers;
    this.registry = registry;
  }

  /**
   * Returns the class file that the JVM gets.
   *
   * @param rewritten the class file with the taken loops, or empty if none was taken
   * @param original the class file as it was
   * @param refused the loops that were not taken; may be empty
   * @return empty if the class stays as it was
   */
  Optional<byte[]> mark(Optional<byte[]> rewritten, byte[] original, List<RefusedLoop> refused) {
    if (refused.isEmpty()) {
      return rewritten;
    }
    Map<LoopName, Integer> sites = new HashMap<>();
    for (RefusedLoop loop : refused) {
      int site = siteNumbers.getAsInt();
      registry.forbidden(site, loop);
      sites.put(loop.name(), site);
    }
    return Optional.of(RefusalSites.insert(rewritten.orElse(original), sites));
  }
}
