package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One execution that is submitted to the devices of a node; they share it, or one of them runs it.
 */
final class Submission {
  private final Node node;
  private final Team team;
  private final List<PreparedKernel> kernels;
  private final DivisionDecision decision;
  private final Optional<DividedLaunch> divided;
  private final Sharing sharing;
  private final boolean fitsWhole;

  /** Its task, if it is measured. */
  private Optional<TaskId> submitted = Optional.empty();

  /**
   * @param team the devices to which it is submitted
   * @param kernels by their devices; a single one if only the first device runs it
   * @param fitsWhole whether one of them has room for all arrays
   */
  private Submission(
      Node node,
      Team team,
      List<PreparedKernel> kernels,
      DivisionDecision decision,
      Sharing sharing,
      boolean fitsWhole) {
    this.node = node;
    this.team = team;
    this.kernels = kernels;
    this.decision = decision;
    this.divided = decision.divided();
    this.sharing = sharing;
    this.fitsWhole = fitsWhole;
  }

  /**
   * Decides which devices run an execution.
   *
   * @param team the devices to which it is submitted
   * @param kernel its kernel on the first of them
   * @param shared whether devices have shared a loop before
   * @return empty if it has to be launched immediately
   */
  static Optional<Submission> of(
      Node node, Team team, PreparedKernel kernel, Launch launch, Sharing sharing, boolean shared) {
    boolean fitsWhole = team.room().takes(launch);
    DivisionDecision decision =
        DivisionDecision.of(node, team, launch, sharing, shared, /* must= */ !fitsWhole);
    if (decision.isDivided() || !node.firstOnly()) {
      Optional<List<PreparedKernel>> all = team.kernels(sharing.kernel());
      if (all.isPresent()) {
        Submission onAll = new Submission(node, team, all.get(), decision, sharing, fitsWhole);
        if (onAll.work(launch).isPresent()) {
          return Optional.of(onAll);
        }
      }
      if (!node.firstOnly()) {
        return Optional.empty();
      }
    }
    Submission onOne =
        new Submission(node, team, List.of(kernel), decision.onOne(), sharing, fitsWhole);
    return onOne.work(launch).isPresent() ? Optional.of(onOne) : Optional.empty();
  }

  /** Whether there is room for everything that it accesses. */
  boolean fits() {
    return fitsWhole || (isDivided() && node.ranks().isEmpty());
  }

  /** Whether a device of one of several nodes works directly on the program's arrays. */
  boolean changesArrays() {
    return node.ranks().isPresent() && team.first().device().sharesHostMemory();
  }

  /** How it is divided among devices; empty if one runs it as a whole. */
  Optional<DividedLaunch> divided() {
    return divided;
  }

  /** Whether several devices share it. */
  boolean isDivided() {
    return divided.isPresent();
  }

  /** Reports whether it is shared, if it could be shared. */
  void tell(DeferralListener listener) {
    if (isDivided()) {
      listener.shared();
    } else if (!decision.reason().isEmpty()) {
      listener.notShared(decision.reason());
    }
  }

  private Optional<Work> work(Launch launch) {
    RangeKernel source = sharing.kernel().source();
    List<Integer> loops = isDivided() ? divided.get().loops() : List.of();
    if (kernels.size() > 1) {
      return team.work(kernels, source, launch, loops);
    }
    Optional<Work> work =
        KernelWork.of(team.first().device(), kernels.get(0), source, launch, loops);
    return work.isPresent()
        ? Optional.of(new DeviceWork(team.place(), List.of(work.get())))
        : Optional.empty();
  }

  /**
   * Submits it.
   *
   * @param loop its name
   * @param launch on the arrays of the buffers
   * @param used these arrays, in the order of the launch's accesses
   * @param isAwaited whether the program waits for its results immediately
   */
  boolean submit(
      String loop, Launch launch, ArrayBuffers buffers, List<LoopArray> used, boolean isAwaited) {
    Object[] seen = launch.arguments().clone();
    List<Object> kept = new ArrayList<>();
    for (int a = 0; a < used.size(); a++) {
      Object view = buffers.view(used.get(a).array());
      seen[launch.accesses().get(a).parameter()] = view;
      kept.add(view);
    }
    Work work =
        work(launch.on(seen))
            .orElseThrow(
                () -> new IllegalStateException(loop + " can only be launched immediately"));
    List<BufferAccess> accesses = accesses(launch, divided, buffers, used);
    TaskId task =
        node.stream().submit(loop, geometry(launch, divided), chunks(launch), accesses, kept, work);
    if (node.measured().isPresent()) {
      double share = isDivided() ? divided.get().firstShare() : 1;
      node.measured()
          .get()
          .times()
          .submitted(task, DivisionDecision.size(sharing), share, isAwaited);
      submitted = Optional.of(task);
    }
    if (node.dry().isPresent()) {
      node.dry().get().submitted(loop, launch, sharing.divisions().get(), buffers, used);
    }
    return true;
  }

  /**
   * Notes that it could only be launched immediately, so that its loop is not tried divided again.
   */
  void hasToBeImmediate() {
    if (isDivided() && node.measured().isPresent()) {
      node.measured().get().choices().cannotBeDivided(DivisionDecision.size(sharing));
    }
  }

  /** The chunk of each of several nodes; all iterations, if every node runs the program. */
  private List<Box> chunks(Launch launch) {
    if (node.ranks().isEmpty()) {
      return List.of();
    }
    boolean replicated = divided.isEmpty() && node.ranks().get().isReplicated();
    return replicated
        ? Collections.nCopies(node.ranks().get().nodes(), space(launch))
        : isDivided() ? divided.get().boxes() : List.of();
  }

  /** Notes that the program has received the results for which it waited. */
  void awaited() {
    if (node.measured().isPresent() && submitted.isPresent()) {
      node.measured().get().times().awaited(submitted.get());
    }
  }

  /** The accesses of an execution to buffers, if it is divided or not. */
  static List<BufferAccess> accesses(
      Launch launch,
      Optional<DividedLaunch> divided,
      Function<Object, Buffer> bufferOf,
      List<LoopArray> used) {
    List<BufferAccess> accesses = new ArrayList<>();
    for (int a = 0; a < used.size(); a++) {
      ArrayAccess access = launch.accesses().get(a);
      Buffer buffer = bufferOf.apply(used.get(a).array());
      if (access.reads()) {
        RangeMapper reads =
            divided.isPresent()
                ? divided.get().reads(a)
                : fixed(access.readFrom(), access.readTo());
        accesses.add(new BufferAccess(buffer, AccessMode.READ, reads));
      }
      if (access.writes()) {
        // If the loop writes all elements, each chunk writes all of its own, since no other chunk
        // does.
        boolean all = access.writesAll() && !(divided.isPresent() && divided.get().isJoined(a));
        AccessMode mode = all ? AccessMode.WRITE : AccessMode.READ_WRITE;
        RangeMapper writes =
            divided.isPresent()
                ? divided.get().writes(a)
                : fixed(access.writtenFrom(), access.writtenTo());
        accesses.add(new BufferAccess(buffer, mode, writes));
      }
    }
    return accesses;
  }

  /** Its iterations, and how they are divided. */
  static Geometry geometry(Launch launch, Optional<DividedLaunch> divided) {
    return divided.isPresent()
        ? divided.get().geometry()
        : Geometry.of(space(launch), Splitting.WHOLE);
  }

  private static RangeMapper fixed(int from, int to) {
    return new RangeMapper.Fixed(Region.of(Box.of(from, to)));
  }

  private static Box space(Launch launch) {
    IterationSpace space = launch.space();
    long[] extents = new long[space.dimensions()];
    for (int d = 0; d < extents.length; d++) {
      extents[d] = space.count(d);
    }
    return Box.sized(extents);
  }
}
