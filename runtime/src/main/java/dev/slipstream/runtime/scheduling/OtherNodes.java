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
 * The other nodes of a run, as the one knows them where the program runs: they are told everything
 * that its stream is given, in its order, and follow it. Called by the submitting thread; must not
 * wait.
 */
public interface OtherNodes {
  /** There are none. */
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

  /** How many nodes there are, this one included. */
  default int nodes() {
    return 1;
  }

  /**
   * Whether every node runs the program, and has what its host writes; otherwise only the first one
   * does.
   */
  default boolean isReplicated() {
    return false;
  }

  /**
   * Where every node runs the program: which of some buffers all of them know. The others are of
   * arrays that nobody can look at any more; each node finds that out at a time of its own. Waits
   * until all nodes have come to the same place.
   *
   * @param buffers those that this node knows
   */
  default Set<BufferId> knownToAll(Set<BufferId> buffers) {
    return buffers;
  }

  /**
   * There is a buffer.
   *
   * @param array what it stands for; must not be kept from being collected
   */
  void created(Buffer buffer, Object array);

  /**
   * A task has got its place in the stream.
   *
   * @param own knows what it computes, and the arrays of buffers
   */
  void submitted(Task task, TaskPipeline own);

  /** No further task names a buffer. */
  void forgotten(BufferId buffer);

  /** Nothing is to be held back any more. */
  void flushed();

  /** Announces a message, as soon as it is planned. */
  void announce(Pilot pilot);

  /**
   * Says who hears what this node has executed.
   *
   * @param local tells this node's graphs
   * @return tells them as soon as all other nodes have executed the same
   */
  ExecutionListener<Step> together(ExecutionListener<Step> local);

  /**
   * Says how the run is ended when another node fails.
   *
   * @param abort may be called from any thread; does not wait
   */
  void abortsWith(Consumer<Throwable> abort);
}
