package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.model.loop.RefusedLoop;

/** Where the loops that were found go. Thread-safe. */
public interface LoopRegistry {

  /**
   * A loop was taken; its call site may submit as soon as this returns.
   *
   * @param loader the loader of its class
   */
  void taken(LoopKernel kernel, ClassLoader loader);

  /**
   * A loop was found that is compiled when it is reached; its call site may submit as soon as this
   * returns.
   *
   * @param loader the loader of its class
   */
  void open(OpenLoop loop, ClassLoader loader);

  /** A marked loop was not taken and runs as before. */
  void refused(RefusedLoop loop);

  /**
   * A loop that was refused gets a call site in front of it, which throws.
   *
   * @param site the call site's number
   */
  void forbidden(int site, RefusedLoop loop);

  /** A class that may hold marked loops could not be looked into and stays as it is. */
  void unreadable(String className, String reason);
}
