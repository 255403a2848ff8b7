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
 * A stream that may fail. From then on it takes no loop, nothing more is asked of it, and what it
 * has not brought home is lost. Guarded by the lock of {@link Coherence}.
 */
final class FailStopBufferStream {
  private final Consumer<ExecutionFailedException> atFailure;
  private @Nullable BufferStream stream;
  private boolean closed;

  /** Why streams have failed that were replaced. */
  private final List<Throwable> past = new ArrayList<>();

  /** The error, of memory or stack, that has come out of the stream in the middle of a change. */
  private @Nullable Error broken;

  private @Nullable ExecutionFailedException failure;

  /**
   * @param atFailure called once, as soon as it is known that the stream has failed
   */
  FailStopBufferStream(Consumer<ExecutionFailedException> atFailure) {
    this.atFailure = atFailure;
  }

  /** Says where buffers are brought home, before the first loop is submitted. */
  void connect(BufferStream home) {
    stream = home;
  }

  /** The stream, once a loop was submitted. */
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

  /** Whether it takes no more loops. */
  boolean isClosed() {
    return closed || failure != null;
  }

  /**
   * Another stream takes the place of one that has failed and of which nothing more is wanted.
   *
   * @return whether it does
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

  /** From now on it takes no more loops. */
  void close() {
    closed = true;
  }

  /**
   * Submits a loop.
   *
   * @param submission makes all changes that belong to it; takes no part of them back
   * @return what the submission returned, or empty if the stream has failed
   */
  <T> Optional<T> submit(Supplier<Optional<T>> submission) {
    boolean done = false;
    try {
      Optional<Optional<T>> result = ask(submission);
      done = true;
      return result.isPresent() ? result.get() : Optional.empty();
    } finally {
      // What was begun cannot be gone on with.
      closed |= !done;
    }
  }

  Buffer create(Object array) {
    return stream().create(array);
  }

  long stores(BufferId buffer) {
    return stream().stores(buffer);
  }

  void replace(Buffer buffer, Object array) {
    stream().replace(buffer, array);
  }

  /** Empty if the stream has failed: nothing comes home any more. */
  Optional<BufferStream.Arrival> bringHome(Buffer buffer, Region part) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(stream().bringHome(buffer, part));
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /** The same for an array that nobody else need keep until it has come. */
  Optional<BufferStream.Arrival> bringHomeAhead(Buffer buffer, Region part, Object array) {
    if (takesNothing()) {
      return Optional.empty();
    }
    try {
      return Optional.of(stream().bringHomeAhead(buffer, part, array));
    } catch (ExecutionFailedException | Error failed) {
      return nothing(failed);
    }
  }

  /** Empty if the stream has failed: then no device reads the elements any more. */
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

  /** Empty if the stream has failed: nothing is copied any more. */
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

  /** What the device still holds; it must have failed. */
  LeftOnDevice leftOnDevice() {
    return stream().leftOnDevice();
  }

  /** Lets everything go on its way that was submitted. */
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

  /** Somebody who waited has heard that it failed. */
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

  /** Says that results are lost, and why. It must have failed. */
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

  /** Whether it has failed; an error that has come meanwhile becomes a failure now. */
  private boolean takesNothing() {
    Error error = broken;
    if (failure == null && error != null) {
      fails(stream().abandon(error));
    }
    return failure != null;
  }

  /**
   * It has failed when it was asked. After an error the graphs may be half of what they should be:
   * nothing more is asked of them.
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
