package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.Vertex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Finds the dependencies between tasks as they are submitted, and creates horizons. The algorithm
 * is that of Celerity's task graph (described in {@code docs/} and {@code src/task_manager.cc}
 * there). Unlike there, readers are kept by buffer, so that a reader between two horizons is not
 * lost when the first of them replaces the writer whose data it reads. Used by one thread.
 */
public final class TaskGraph {
  private final HorizonPolicy horizons;
  private final SubmissionWindow window;
  private final Consumer<Task> listener;
  private final LiveGraph<Task> graph;
  private final Map<BufferId, BufferHistory> buffers = new HashMap<>();
  private int pathAtHorizon;
  private int tasksSinceHorizon;

  /**
   * Creates a graph with the first epoch.
   *
   * @param horizons decides when a horizon is due
   * @param window bounds the pending tasks
   * @param recorder is notified of all events
   * @param listener receives the stream of tasks, including the first epoch
   */
  public TaskGraph(
      HorizonPolicy horizons,
      SubmissionWindow window,
      GraphRecorder<Task> recorder,
      Consumer<Task> listener) {
    this.horizons = horizons;
    this.window = window;
    this.listener = listener;
    graph = new LiveGraph<>(recorder);
    addMark(MarkTask.Kind.START);
  }

  /**
   * Adds a task, and a horizon after it if one is due. Waits first if the window is full.
   *
   * @param make creates the task from its identifier; must not use this graph
   * @param <T> the type of the task
   * @return the task
   */
  public <T extends WorkTask> T submit(Function<TaskId, T> make) {
    awaitRoom();
    T task = make.apply(nextId());
    connect(graph.add(task), task);
    tasksSinceHorizon++;
    tell();
    int growth = graph.criticalPath() - pathAtHorizon;
    if (horizons.due(new HorizonPolicy.Need(growth, graph.frontSize(), tasksSinceHorizon))) {
      // Later tasks do not wait for the horizon, so it is not a part of the path that they extend.
      pathAtHorizon = graph.criticalPath();
      addMark(MarkTask.Kind.HORIZON);
    }
    return task;
  }

  /**
   * Adds an epoch.
   *
   * @param kind its purpose
   * @return its identifier
   */
  public TaskId addEpoch(MarkTask.Kind kind) {
    prune();
    TaskId id = addMark(kind);
    pathAtHorizon = graph.criticalPath();
    return id;
  }

  private TaskId addMark(MarkTask.Kind kind) {
    MarkTask mark = new MarkTask(nextId(), kind);
    graph.addMark(mark.id().number(), mark.isEpoch(), mark);
    tasksSinceHorizon = 0;
    tell();
    return mark.id();
  }

  private void tell() {
    for (Vertex<Task> added : graph.takeBatch()) {
      listener.accept(added.payload());
    }
  }

  /** The last task that was added. */
  public TaskId last() {
    return new TaskId(graph.nextId() - 1);
  }

  private TaskId nextId() {
    return new TaskId(graph.nextId());
  }

  private void awaitRoom() {
    prune();
    SubmissionWindow.Fill fill = fill();
    while (window.isFull(fill)) {
      reached(window.awaitReached(fill));
      prune();
      fill = fill();
    }
  }

  private void prune() {
    Optional<TaskId> reached = window.nextReached();
    while (reached.isPresent()) {
      reached(reached.get());
      reached = window.nextReached();
    }
  }

  /**
   * Notes that a horizon or epoch was executed, and drops what is not needed any more.
   *
   * @param task its identifier
   * @throws IllegalArgumentException if it is not a live horizon or epoch
   */
  public void reached(TaskId task) {
    graph.reached(task.number());
  }

  /**
   * Forgets a buffer that no later task uses.
   *
   * @param buffer its identifier
   */
  public void forget(BufferId buffer) {
    buffers.remove(buffer);
  }

  /**
   * Returns the amount of pending work.
   *
   * @return the number of outstanding horizons and of live tasks
   */
  public SubmissionWindow.Fill fill() {
    return new SubmissionWindow.Fill(graph.outstanding(), graph.size());
  }

  /**
   * Returns all tasks that are not pruned, with their dependencies.
   *
   * @return the vertices, from the oldest to the newest
   */
  public List<Vertex<Task>> live() {
    return graph.vertices();
  }

  /**
   * Returns how many boxes of different last writers a buffer has.
   *
   * @param buffer its identifier
   * @return the number, 0 for a buffer that no task has used
   */
  public int lastWriterEntries(BufferId buffer) {
    BufferHistory history = buffers.get(buffer);
    if (history == null) {
      return 0;
    }
    history.collapse(graph.epoch());
    return history.entries();
  }

  private void connect(Vertex<Task> vertex, WorkTask task) {
    List<BufferUse> uses = task.uses().all();
    for (int i = 0; i < uses.size(); i++) {
      connect(vertex, uses.get(i));
    }
    graph.needEpochIfNothingElse(vertex);
  }

  private void connect(Vertex<Task> vertex, BufferUse use) {
    BufferHistory history = buffers.get(use.buffer().id());
    if (history == null) {
      history = new BufferHistory(use.buffer(), graph.epoch());
      buffers.put(use.buffer().id(), history);
    }
    history.collapse(graph.epoch());
    Region consumed = use.consumed();
    Region produced = use.produced();
    if (!consumed.isEmpty()) {
      for (Vertex<Task> writer : history.writersOf(consumed)) {
        graph.need(vertex, writer, DependencyOrigin.DATA);
      }
    }
    if (!produced.isEmpty()) {
      graph.overwrite(vertex, history.readersOf(produced), history.writersOf(produced));
      history.written(vertex, produced);
    }
    // A task that overwrites what this task writes waits for it as the writer.
    history.read(vertex, consumed.difference(produced));
  }
}
