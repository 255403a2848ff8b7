package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;

/** The messages between the first node and its followers; each begins with one of these. */
enum Order {
  /** To followers: a kernel. */
  KERNEL('K'),
  /** To followers: a buffer. */
  BUFFER('B'),
  /** To followers: the next task. */
  TASK('T'),
  /** To followers: no later task uses a buffer. */
  FORGET('X'),
  /** To followers: everything that is held back has to start. */
  FLUSH('F'),
  /** To followers: a request for counts. */
  COUNT('?'),
  /** To followers: the run is over, and whether it has failed. */
  END('E'),
  /**
   * To a follower: another one is lost, and the remaining ones form a new group with these numbers.
   */
  REGROUP('G'),
  /** From a follower: it has executed a horizon or epoch, with its total time of computation. */
  REACHED('R'),
  /** From a follower: its counts. */
  COUNTED('='),
  /** From a follower: its host has run a kernel that its device refused. */
  FELL_BACK('H'),
  /** From a follower: it cannot continue. */
  FAILED('!');

  private final char letter;

  Order(char letter) {
    this.letter = letter;
  }

  void write(WireWriter out) {
    out.octet(letter);
  }

  static Order read(WireReader in) {
    int letter = in.octet("an order");
    for (Order order : values()) {
      if (order.letter == letter) {
        return order;
      }
    }
    throw in.wrong("there is no such order");
  }
}
