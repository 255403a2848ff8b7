package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;

/** What ranks that all run the program tell each other; each begins a message. */
enum Notice {
  /** To the first rank: the digests of further tasks. */
  DIGESTS('D'),
  /** To the first rank: a horizon or epoch was executed. */
  REACHED('R'),
  /** From the first rank: all have executed a horizon or epoch, and agree up to there. */
  COMMON('C'),
  /** To the first rank: this one's part of an exchange. */
  GIVE('G'),
  /** From the first rank: all parts of an exchange. */
  GIVEN('g'),
  /** From the first rank: say what a task is. */
  DESCRIBE('d'),
  /** To the first rank: what it is. */
  DESCRIBED('='),
  /** From the first rank: say what was counted. */
  COUNT('?'),
  /** To the first rank: what was counted. */
  COUNTED('#'),
  /** To any rank: a piece of a message of host tasks. */
  SAID('S'),
  /** To any rank: pieces were received, which it has sent. */
  TAKEN('T'),
  /** To any rank: after so many messages of host tasks it says no more. */
  SILENT('.'),
  /** To any rank: this one runs a host task. */
  AT_WORK('W'),
  /** To the first rank: the program has ended here, after so many tasks. */
  DONE('E'),
  /** From the first rank: it has ended everywhere. */
  ALL_DONE('A'),
  /** To the first rank: this one knows it; from that one: all do, and may leave. */
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
