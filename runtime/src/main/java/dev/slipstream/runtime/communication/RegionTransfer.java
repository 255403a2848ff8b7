package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.command.TransferId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Receives regions of one transfer. A message is requested when all its elements are awaited; until
 * then its pilot is kept.
 */
final class RegionTransfer<A> {
  /** Elements that were requested together. */
  private static final class Request<A> {
    final Region region;
    final BoxMemory<A> destination;

    /** The elements that no pilot has announced. */
    Region unclaimed;

    Request(Region region, BoxMemory<A> destination) {
      this.region = region;
      this.destination = destination;
      this.unclaimed = region;
    }
  }

  /** An action that waits for elements. */
  private static final class Wait {
    Region left;
    final Runnable done;

    Wait(Region left, Runnable done) {
      this.left = left;
      this.done = done;
    }
  }

  private final TransferId id;
  private final Messages<A> messages;
  private final List<Request<A>> requests = new ArrayList<>();
  private final List<Wait> waits = new ArrayList<>();
  private final List<Pilot> early = new ArrayList<>();
  private Region missing = Region.EMPTY;

  RegionTransfer(TransferId id, Messages<A> messages) {
    this.id = id;
    this.messages = messages;
  }

  void request(Region region, BoxMemory<A> destination) {
    if (!destination.allocated().contains(region.boundingBox())) {
      throw new IllegalArgumentException(
          id + ": " + region + " does not fit into " + destination.allocated());
    }
    for (Request<A> other : requests) {
      if (other.region.intersects(region)) {
        throw new IllegalArgumentException(
            id + ": " + region + " and " + other.region + " are both received, but overlap");
      }
    }
    requests.add(new Request<>(region, destination));
    missing = missing.union(region);
    early.removeIf(this::claim);
  }

  void await(Region part, Runnable done) {
    Region left = part.intersection(missing);
    if (left.isEmpty()) {
      done.run();
    } else {
      waits.add(new Wait(left, done));
    }
  }

  /** Notes that a message was announced. */
  void announced(Pilot pilot) {
    if (pilot.box().isEmpty()) {
      throw new IllegalStateException(pilot.message() + " for " + id + " announces no elements");
    }
    if (!claim(pilot)) {
      early.add(pilot);
    }
  }

  /** Requests a message if all its elements are awaited. */
  private boolean claim(Pilot pilot) {
    Box box = pilot.box();
    List<Landing<A>> landings = new ArrayList<>(1);
    long wanted = 0;
    for (Request<A> request : requests) {
      if (request.region.intersects(box)) {
        Region claimed = request.unclaimed.intersection(box);
        if (claimed.area() != request.region.intersection(box).area()) {
          throw new IllegalStateException(
              pilot.message()
                  + " for "
                  + id
                  + " brings elements of "
                  + box
                  + " that another message brings already");
        }
        for (Box part : claimed.boxes()) {
          landings.add(new Landing<>(request.destination, part));
        }
        wanted += claimed.area();
      }
    }
    if (wanted != box.area()) {
      return false;
    }
    Region claimed = Region.of(box);
    for (Request<A> request : requests) {
      if (request.unclaimed.intersects(box)) {
        request.unclaimed = request.unclaimed.difference(claimed);
      }
    }
    messages.request(pilot, this, landings);
    return true;
  }

  /** Notes that a requested message has arrived. */
  void arrived(Box box) {
    Region came = Region.of(box);
    missing = missing.difference(came);
    for (Iterator<Wait> each = waits.iterator(); each.hasNext(); ) {
      Wait wait = each.next();
      wait.left = wait.left.difference(came);
      if (wait.left.isEmpty()) {
        each.remove();
        wait.done.run();
      }
    }
  }

  /** Whether nothing is awaited and nothing is left over. */
  boolean isOver() {
    return missing.isEmpty() && early.isEmpty();
  }

  /** What is awaited, as text for messages. */
  String text() {
    return id + " lacks " + missing;
  }
}
