package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;

/** The messages between ranks that all run the program; each message begins with one of these. */
enum Notice {
  /** To the first rank: the digests of further tasks. */
  DIGESTS('D'),
  /** To the first rank: a horizon or epoch was executed. */
  REACHED('R'),
  /** From the first rank: all have executed a horizon or epoch, and agree up to it. */
  COMMON('C'),
  /** To the first rank: this one's part of an exchange. */
  GIVE('G'),
  /** From the first rank: all parts of an exchange. */
  GIVEN('g'),
  /** From the first rank: a request to describe a task. */
  DESCRIBE('d'),
  /** To the first rank: the description. */
  DESCRIBED('='),
  /** From the first rank: a request for counts. */
  COUNT('?'),
  /** To the first rank: the counts. */
  COUNTED('#'),
  /** To any rank: a piece of a message of host tasks. */
  SAID('S'),
  /** To any rank: pieces that it has sent were received. */
  TAKEN('T'),
  /** To any rank: the sender sends no more than this many messages of host tasks. */
  SILENT('.'),
  /** To any rank: the sender runs a host task. */
  AT_WORK('W'),
  /** To the first rank: the program has ended on the sender, after this many tasks. */
  DONE('E'),
  /** From the first rank: it has ended everywhere. */
  ALL_DONE('A'),
  /**
   * To the first rank: the sender knows that it has ended everywhere. From the first rank: all know
   * it, and may leave.
   */
  KNOWN('K'),
  /** The run has to end, with a reason and an exit code. */
  FAILED('!');

  private final char letter;

  Notice(char letter) {
    this.letter = letter;
  }

  void write(WireWriter out) {
    out.octet(letter);
  }

  static Notice read(WireReader in) {
    int letter = in.octet("a notice");
    for (Notice notice : values()) {
      if (notice.letter == letter) {
        return notice;
      }
    }
    throw in.wrong("there is no such notice");
  }
}
