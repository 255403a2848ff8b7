package dev.slipstream.compiler.specialisation;

import dev.slipstream.model.loop.LoopName;
import java.util.List;

/** The call site of a loop that is compiled when it is reached. Thread-safe. */
public interface OpenCallSite {
  /** The number that the call site passes. */
  int site();

  /** The loop's name. */
  LoopName name();

  /** The marked loops inside it. */
  List<LoopName> inner();

  /** What the loop is compiled from. */
  OpenLoop loop();
}
