package dev.slipstream.agent.marks;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The places that are still to be scanned; each is queued once. */
final class PlaceQueue {
  private final Set<Path> seen = new HashSet<>();
  private final Deque<Path> places = new ArrayDeque<>();

  void add(Iterable<Path> more) {
    for (Path place : more) {
      if (seen.add(place)) {
        places.add(place);
      }
    }
  }

  /** Removes and returns the next place. */
  Optional<Path> next() {
    @Nullable Path next = places.poll();
    return Optional.ofNullable(next);
  }
}
