package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Delivers messages when the test requests it; memory is a map from a point to the message that it
 * came with.
 */
final class FakeTransport implements PayloadRequests<Map<Box, MessageId>> {
  private record Request(MessageId message, List<Landing<Map<Box, MessageId>>> landings) {}

  private final List<Request> requests = new ArrayList<>();
  private final Map<MessageId, Box> boxes = new HashMap<>();

  /** Announces a message. */
  void sends(Pilot pilot) {
    boxes.put(pilot.message(), pilot.box());
  }

  @Override
  public void request(MessageId message, List<Landing<Map<Box, MessageId>>> landings) {
    assertThat(landings).isNotEmpty();
    requests.add(new Request(message, landings));
  }

  boolean hasRequests() {
    return !requests.isEmpty();
  }

  int requests() {
    return requests.size();
  }

  /** Delivers any message that was requested. */
  MessageId deliverAny(Random random) {
    return deliver(requests.remove(random.nextInt(requests.size())));
  }

  MessageId deliver(MessageId message) {
    Request request =
        requests.stream().filter(each -> each.message().equals(message)).findFirst().orElseThrow();
    requests.remove(request);
    return deliver(request);
  }

  private MessageId deliver(Request request) {
    long elements = 0;
    for (Landing<Map<Box, MessageId>> landing : request.landings()) {
      assertThat(landing.destination().allocated().contains(landing.box())).isTrue();
      assertThat(boxes.get(request.message()).contains(landing.box())).isTrue();
      points(landing.box())
          .forEach(
              point ->
                  assertThat(landing.destination().memory().put(point, request.message()))
                      .as("written once")
                      .isNull());
      elements += landing.box().area();
    }
    assertThat(elements).as("all of the message").isEqualTo(boxes.get(request.message()).area());
    return request.message();
  }

  static List<Box> points(Box box) {
    List<Box> points = new ArrayList<>();
    for (long i = box.min0(); i < box.max0(); i++) {
      for (long j = box.min1(); j < box.max1(); j++) {
        points.add(Box.of(i, i + 1, j, j + 1));
      }
    }
    return points;
  }
}
