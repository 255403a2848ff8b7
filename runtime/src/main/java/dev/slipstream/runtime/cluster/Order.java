package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;

/** What nodes tell each other; each begins a message. */
enum Order {
  /** To followers: a kernel. */
  KERNEL('K'),
  /** To followers: a buffer. */
  BUFFER('B'),
  /** To followers: the next task. */
  TASK('T'),
  /** To followers: no further task names a buffer. */
  FORGET('X'),
  /** To followers: nothing is to be held back. */
  FLUSH('F'),
  /** To followers: say what was counted. */
  COUNT('?'),
  /** To followers: the run is over, and whether it has failed. */
  END('E'),
  /** To a follower: another one is lost, and those that are left meet again under these numbers. */
  REGROUP('G'),
  /**
   * From a follower: it has executed a horizon or epoch, and for how long it has computed so far.
   */
  REACHED('R'),
  /** From a follower: what it has counted. */
  COUNTED('='),
  /** From a follower: the host has run a kernel there that its device refused. */
  FELL_BACK('H'),
  /** From a follower: it cannot go on. */
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
