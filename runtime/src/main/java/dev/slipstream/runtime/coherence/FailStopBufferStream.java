package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream that may fail. After a failure it accepts no loops and gets no more calls; what it has
 * not copied back to the host is lost. Guarded by the lock of {@link Coherence}.
 */
final class FailStopBufferStream {
  private final Consumer<ExecutionFailedException> atFailure;
  private @Nullable BufferStream stream;
  private boolean closed;

  /** The failures of the streams that were replaced. */
  private final List<Throwable> past = new ArrayList<>();

  /** The error, a lack of memory or stack, that interrupted a change of the stream. */
  private @Nullable Error broken;

  private @Nullable ExecutionFailedException failure;

  /**
   * @param atFailure called once, as soon as the failure of the stream is known
   */
  FailStopBufferStream(Consumer<ExecutionFailedException> atFailure) {
    this.atFailure = atFailure;
  }

  /**
   * Connects the stream that copies buffers back to the host, before the first loop is submitted.
   */
  void connect(BufferStream home) {
    stream = home;
  }

  /** The stream, after a loop was submitted. */
  BufferStream stream() {
    if (stream == null) {
      throw new IllegalStateException("no loop was submitted");
    }
    return stream;
  }

  /** Whether devices have failed. */
  boolean hasFailed() {
    return failure != null;
  }

  /** Whether it accepts no more loops. */
  boolean isClosed() {
    return closed || failure != null;
  }

  /**
   * Replaces a stream that has failed and from which nothing more is needed.
   *
   * @return whether it was replaced
   */
  boolean goOnWith(BufferStream next) {
    ExecutionFailedException known = failure;
    if (known == null || closed) {
      return false;
    }
    past.add(known.reason());
    failure = null;
    stream = next;
    return true;
  }

  /** Makes it accept no more loops. */
  void close() {
    closed = true;
  }

  /**
   * Submits a loop.
   *
   * @param submission makes all changes that belong to it; undoes none of them
   * @return what the submission returned, or empty if the stream has failed
   */
  <T> Optional<T> submit(Supplier<Optional<T>> submission) {
    boolean done = false;
    try {
      Optional<Optional<T>> result = ask(submission);
      done = true;
      return result.isPresent() ? result.get() : Optional.empty();
    } finally {
      // A change that was begun cannot be continued.
      closed |= !done;
    }
  }

  Buffer create(Object array) {
    return stream().create(array);
  }

  long stores(BufferId buffer) {
    return stream().stores(buffer);
  }

  /** As {@link BufferStream#storedSince}. */
  Optional<Region> storedSince(BufferId buffer, long before) {
    return stream().storedSince(buffer, before);
  }

  void replace(Buffer buffer, Object array) {
    stream().replace(buffer, array);
  }

  /**
   * As {@link BufferStream#copyBack}; empty if the stream has failed, since nothing is copied back
   * any more.
   */
  Optional<BufferStream.Arrival> copyBack(Buffer buffer, Region part) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(stream().copyBack(buffer, part));
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /**
   * As {@link BufferStream#copyBackAhead}, for an array that is kept from being collected until it
   * is complete.
   */
  Optional<BufferStream.Arrival> copyBackAhead(Buffer buffer, Region part, Object array) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(stream().copyBackAhead(buffer, part, array));
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /**
   * As {@link BufferStream#hostWrites}; empty if the stream has failed, since no device reads the
   * elements any more.
   */
  Optional<BufferStream.Arrival> hostWrites(Buffer buffer, Region part) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(stream().hostWrites(buffer, part));
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /**
   * As {@link BufferStream#copyOut}; empty if the stream has failed, since nothing is copied any
   * more.
   */
  Optional<BufferStream.CopyOut> copyOut(Buffer buffer, Region part, Object array, Object copy) {
    return ask(() -> stream().copyOut(buffer, part, array, copy));
  }

  void forget(BufferId buffer) {
    if (takesNothing()) {
      return;
    }
    try {
      stream().forget(buffer);
    } catch (ExecutionFailedException | Error failed) {
      nothing(failed);
    }
  }

  /** The number of the last task that was submitted. */
  long lastTask() {
    return stream().lastTask();
  }

  /** What the device still holds. The stream must have failed. */
  LeftOnDevice leftOnDevice() {
    return stream().leftOnDevice();
  }

  /** Starts everything that was submitted. */
  void flush() {
    if (stream == null) {
      return;
    }
    ask(
        () -> {
          stream().flush();
          return true;
        });
  }

  /** A thread that waited was told that the stream failed. */
  void fails(ExecutionFailedException failed) {
    for (Throwable before : past) {
      if (before == failed.reason()) {
        return;
      }
    }
    boolean known = failure != null;
    failure = failed;
    if (!known) {
      atFailure.accept(failed);
    }
  }

  /** The error for lost results, with the cause. The stream must have failed. */
  SlipstreamException lostResults() {
    if (failure == null) {
      throw new IllegalStateException("nothing is lost: the stream has not failed");
    }
    return new SlipstreamException(
        "results of loops are lost: "
            + failure.getMessage()
            + " Or choose another device with slipstream.device.",
        failure);
  }

  private <T> Optional<T> ask(Supplier<T> question) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.get());
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /** Whether it has failed; an error that has occurred meanwhile becomes a failure now. */
  private boolean takesNothing() {
    Error error = broken;
    if (failure == null && error != null) {
      fails(stream().abandon(error));
    }
    return failure != null;
  }

  /**
   * Records a failure that the last call has found. After an error the graphs may be incomplete, so
   * they are not used any more.
   */
  private <T> Optional<T> nothing(Throwable failed) {
    if (failed instanceof ExecutionFailedException known) {
      fails(known);
      return Optional.empty();
    }
    Error error = (Error) failed;
    broken = error;
    closed = true;
    throw error;
  }
}
