package dev.slipstream.runtime.cluster;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The description of a task by one rank, for messages.
 *
 * @param name the loop, or the kind of task
 * @param iterations of a loop, as text
 * @param scalars the arguments of a loop that are no arrays, as text
 * @param arrays the arrays that it uses, as text
 * @param contents digests of what the host has written to each array that the loop reads
 */
record TaskView(
    String name,
    String iterations,
    List<String> scalars,
    List<String> arrays,
    List<Long> contents) {
  private static final int MOST = 1 << 16;

  TaskView {
    scalars = List.copyOf(scalars);
    arrays = List.copyOf(arrays);
    contents = List.copyOf(contents);
  }

  /**
   * Creates the description of a task.
   *
   * @param lastLoop the last loop before it; empty if there is none
   */
  static TaskView of(Task task, List<Object> scalars, List<Long> contents, String lastLoop) {
    if (!(task instanceof WorkTask work)) {
      return new TaskView("a horizon" + after(lastLoop), "", List.of(), List.of(), List.of());
    }
    List<String> arrays = new ArrayList<>();
    for (BufferUse use : work.uses().all()) {
      arrays.add(use.buffer().name());
    }
    if (!(task instanceof LoopTask loop)) {
      return new TaskView(work.name() + after(lastLoop), "", List.of(), arrays, contents);
    }
    List<String> texts = new ArrayList<>();
    for (Object scalar : scalars) {
      texts.add(String.valueOf(scalar));
    }
    return new TaskView(
        "loop " + loop.name(), text(loop.geometry().space()), texts, arrays, contents);
  }

  /** The arguments of a loop that are no arrays. */
  static List<Object> scalars(Optional<Work> work) {
    List<Object> scalars = new ArrayList<>();
    Optional<Work> one =
        work.map(any -> any instanceof DeviceWork all ? all.byPlace().get(0) : any);
    if (one.isPresent() && one.get() instanceof KernelWork kernel) {
      List<KernelParameter> parameters = kernel.source().parameters();
      for (int p = 0; p < parameters.size(); p++) {
        Object argument = kernel.launch().arguments()[p];
        if (argument != null && parameters.get(p).depth() == 0) {
          scalars.add(argument);
        }
      }
    }
    return scalars;
  }

  private static String after(String loop) {
    return loop.isEmpty() ? "" : " after loop " + loop;
  }

  private static String text(Box space) {
    StringBuilder text = new StringBuilder();
    for (int axis = 0; axis < Box.AXES; axis++) {
      if (axis == 0 || space.extent(axis) > 1) {
        text.append(axis == 0 ? "" : " x ").append(space.extent(axis));
      }
    }
    return text + " iterations";
  }

  void write(WireWriter out) {
    out.text(name);
    out.text(iterations);
    out.list(scalars, out::text);
    out.list(arrays, out::text);
    out.list(contents, out::number);
  }

  static TaskView read(WireReader in) {
    return new TaskView(
        in.text("a task"),
        in.text("iterations"),
        in.list("scalars", 0, MOST, () -> in.text("a scalar")),
        in.list("arrays", 0, MOST, () -> in.text("an array")),
        in.list("contents", 0, MOST, () -> in.number("contents")));
  }

  /** Describes in what it differs from the task of another rank at its place. */
  String difference(int rank, TaskView other, int otherRank) {
    String here = " on rank " + rank;
    String there = " on rank " + otherRank;
    if (!name.equals(other.name)) {
      return name + here + " and " + other.name + there;
    } else if (!iterations.equals(other.iterations)) {
      return name + ", which has " + iterations + here + " and " + other.iterations + there;
    } else if (!scalars.equals(other.scalars)) {
      return name + ", whose arguments are " + scalars + here + " and " + other.scalars + there;
    } else if (!arrays.equals(other.arrays)) {
      return name + ", which uses " + arrays + here + " and " + other.arrays + there;
    }
    for (int a = 0; a < Math.min(contents.size(), other.contents.size()); a++) {
      if (!Objects.equals(contents.get(a), other.contents.get(a))) {
        return name + ", which finds other elements in " + arrays.get(a) + here + " than" + there;
      }
    }
    return name
        + (iterations.isEmpty()
            ? ", which concerns other elements"
            : ", which is divided otherwise")
        + here
        + " than"
        + there;
  }
}
