package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.RefusedLoop;

/** Is told about the loops that were found. Thread-safe. */
public interface LoopRegistry {

  /**
   * Called when a loop was taken; its call site may submit as soon as this returns.
   *
   * @param loader the loader of its class
   */
  void taken(LoopKernel kernel, ClassLoader loader);

  /**
   * Called when a loop was found that is compiled when it is reached; its call site may submit as
   * soon as this returns.
   *
   * @param loader the loader of its class
   */
  void open(OpenCallSite loop, ClassLoader loader);

  /** Called when a marked loop was refused; it runs as before. */
  void refused(RefusedLoop loop);

  /**
   * Called when a refused loop gets a call site that throws (strict mode).
   *
   * @param site the call site's number
   */
  void forbidden(int site, RefusedLoop loop);

  /** Called when a class that may hold marked loops could not be read; it stays as it is. */
  void unreadable(String className, String reason);
}
