package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StackRoomTest {
  private final StackRoom room = new StackRoom();
  private int depth;

  @Test
  void thereIsRoomNearTheStartOfAStack() {
    room.require();
    assertThat(depth).isZero();
  }

  @Test
  void whereThereIsNoneCallsHaveRoomStill() throws Exception {
    AtomicInteger left = new AtomicInteger();
    Thread thread = new Thread(null, () -> left.set(leftWithoutRoom()), "deep", 1 << 20);
    thread.start();
    thread.join();
    assertThat(left).hasValueGreaterThan(20);
  }

  /** Recurses until there is no room, and returns how many calls are possible after that. */
  private int leftWithoutRoom() {
    try {
      room.require();
    } catch (StackOverflowError noRoom) {
      depth = 0;
      try {
        down();
      } catch (StackOverflowError end) {
        return depth;
      }
    }
    return leftWithoutRoom();
  }

  private void down() {
    depth++;
    down();
  }
}
