package dev.slipstream.runtime.cluster;

import dev.slipstream.model.SlipstreamException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The only thread that may submit loops if every rank runs the program: loops of several threads
 * would be in another order on each rank. When it has ended, another thread may. Thread-safe.
 */
final class SubmittingThread {
  private final Consumer<String> fail;
  private @Nullable Thread thread;

  /**
   * @param fail ends the run, for a reason: threads that wait for one that has failed may wait
   *     forever
   */
  SubmittingThread(Consumer<String> fail) {
    this.fail = fail;
  }

  /**
   * Notes that the calling thread is about to submit a loop.
   *
   * @throws SlipstreamException if another thread does
   */
  synchronized void submits() {
    Thread caller = Thread.currentThread();
    Thread known = thread;
    if (known == null || !known.isAlive()) {
      thread = caller;
    } else if (known != caller) {
      String reason =
          "with slipstream.mode=spmd and several ranks only one thread may run parallel loops, so"
              + " that they come in the same order everywhere: here it is "
              + known.getName()
              + ", and "
              + caller.getName()
              + " runs one as well. Run them in one thread, or use slipstream.mode=master";
      fail.accept(reason);
      throw new SlipstreamException(reason);
    }
  }
}
