package dev.slipstream.runtime.coherence;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is known of arrays by their identity, without keeping them alive. Not thread-safe.
 *
 * <p>The Java library has weak maps and identity maps, but none that is both.
 */
final class ArrayTable {
  private final Map<Integer, List<TrackedLeaf>> byHash = new HashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** The queue in which the entries of collected arrays wait. */
  ReferenceQueue<Object> collected() {
    return collected;
  }

  Optional<TrackedLeaf> find(Object array) {
    List<TrackedLeaf> entries = byHash.get(System.identityHashCode(array));
    if (entries != null) {
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).refersTo(array)) {
          return Optional.of(entries.get(i));
        }
      }
    }
    return Optional.empty();
  }

  void add(TrackedLeaf entry) {
    byHash.merge(entry.identityHash(), List.of(entry), ArrayTable::joined);
  }

  private static List<TrackedLeaf> joined(List<TrackedLeaf> first, List<TrackedLeaf> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** Removes the entries of arrays that have been collected. */
  void removeCollected(Consumer<TrackedLeaf> removed) {
    for (Reference<?> next = collected.poll(); next != null; next = collected.poll()) {
      if (next instanceof TrackedLeaf entry) {
        byHash.computeIfPresent(entry.identityHash(), (hash, entries) -> without(entries, entry));
        removed.accept(entry);
      }
    }
  }

  private static @Nullable List<TrackedLeaf> without(List<TrackedLeaf> entries, TrackedLeaf gone) {
    List<TrackedLeaf> rest = entries.stream().filter(entry -> entry != gone).toList();
    return rest.isEmpty() ? null : rest;
  }
}
