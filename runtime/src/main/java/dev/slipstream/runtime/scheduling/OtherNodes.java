package dev.slipstream.runtime.scheduling;

import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.Task;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The other nodes of a run, as seen by a node that runs the program. They are told everything that
 * its stream is given, in order, and process it as well. Called by the submitting thread; must not
 * wait.
 */
public interface OtherNodes {
  /** No other nodes. */
  OtherNodes NONE =
      new OtherNodes() {
        @Override
        public void created(Buffer buffer, Object array) {}

        @Override
        public void submitted(Task task, TaskPipeline own) {}

        @Override
        public void forgotten(BufferId buffer) {}

        @Override
        public void flushed() {}

        @Override
        public void announce(Pilot pilot) {
          throw new IllegalStateException("there is no other node to tell of " + pilot);
        }

        @Override
        public ExecutionListener<Step> together(ExecutionListener<Step> local) {
          return local;
        }

        @Override
        public void abortsWith(Consumer<Throwable> abort) {}
      };

  /** This node. */
  default NodeId self() {
    return new NodeId(0);
  }

  /** The number of nodes, including this one. */
  default int nodes() {
    return 1;
  }

  /**
   * Whether every node runs the program, and has what its host code writes; otherwise only the
   * first one does.
   */
  default boolean isReplicated() {
    return false;
  }

  /**
   * If every node runs the program: returns those of some buffers that all nodes know. The others
   * belong to arrays that the program cannot reach any more, which each node notices at a different
   * time. Waits until all nodes have called it.
   *
   * @param buffers the buffers that this node knows
   */
  default Set<BufferId> knownToAll(Set<BufferId> buffers) {
    return buffers;
  }

  /**
   * A buffer was created.
   *
   * @param array its array; must not be kept from being collected
   */
  void created(Buffer buffer, Object array);

  /**
   * A task has its place in the stream.
   *
   * @param own knows what the task computes, and the arrays of buffers
   */
  void submitted(Task task, TaskPipeline own);

  /** No further task names a buffer. */
  void forgotten(BufferId buffer);

  /** Nothing is held back any more. */
  void flushed();

  /** Announces a message, as soon as it is planned. */
  void announce(Pilot pilot);

  /**
   * Returns the listener to which this node reports what it has executed.
   *
   * @param local updates this node's graphs
   * @return calls {@code local} as soon as all other nodes have executed the same
   */
  ExecutionListener<Step> together(ExecutionListener<Step> local);

  /**
   * Sets how the run is ended when another node fails.
   *
   * @param abort may be called from any thread; does not wait
   */
  void abortsWith(Consumer<Throwable> abort);
}
