package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One execution on its way to the devices of a node, which share it or of which one runs it. */
final class Submission {
  private final Node node;
  private final Team team;
  private final List<PreparedKernel> kernels;
  private final Optional<DividedLaunch> divided;
  private final Sharing sharing;
  private final boolean fitsWhole;

  /** What it has become, if it is measured. */
  private Optional<TaskId> submitted = Optional.empty();

  /**
   * @param team the devices to which it was submitted
   * @param kernels by their devices; a single one if only the first is to run it
   * @param fitsWhole whether one of them has room for all arrays
   */
  private Submission(
      Node node,
      Team team,
      List<PreparedKernel> kernels,
      Optional<DividedLaunch> divided,
      Sharing sharing,
      boolean fitsWhole) {
    this.node = node;
    this.team = team;
    this.kernels = kernels;
    this.divided = divided;
    this.sharing = sharing;
    this.fitsWhole = fitsWhole;
  }

  /**
   * Decides who runs an execution.
   *
   * @param team the devices to which it is submitted
   * @param kernel its kernel on the first of them
   * @param shared whether devices have shared a loop before
   * @return empty if it can only be launched at once
   */
  static Optional<Submission> of(
      Node node, Team team, PreparedKernel kernel, Launch launch, Sharing sharing, boolean shared) {
    boolean fitsWhole = team.room().takes(launch);
    Optional<DividedLaunch> divided =
        node.shares(team) && (node.followers().isEmpty() || DividedLaunch.fitsMessages(launch))
            ? divided(node, team, launch, sharing, shared, /* must= */ !fitsWhole)
            : Optional.empty();
    if (divided.isPresent() || !node.firstOnly()) {
      Optional<Submission> onAll =
          team.kernels(sharing.kernel())
              .map(kernels -> new Submission(node, team, kernels, divided, sharing, fitsWhole))
              .filter(submission -> submission.work(launch).isPresent());
      if (onAll.isPresent() || !node.firstOnly()) {
        return onAll;
      }
    }
    return Optional.of(
            new Submission(node, team, List.of(kernel), Optional.empty(), sharing, fitsWhole))
        .filter(submission -> submission.work(launch).isPresent());
  }

  /**
   * @param must whether it is to be divided whatever that costs: one device alone cannot run it
   */
  private static Optional<DividedLaunch> divided(
      Node node, Team team, Launch launch, Sharing sharing, boolean shared, boolean must) {
    if (must || node.measured().isEmpty()) {
      return parts(node, team, launch, sharing, must, must || mayPay(node, team, sharing, shared));
    }
    DivisionChoices choices = node.measured().get().choices();
    DivisionChoices.Size size = size(sharing);
    Optional<Boolean> way = choices.way(size);
    if (way.isEmpty()) {
      boolean mayPay = mayPay(node, team, sharing, shared);
      Optional<DividedLaunch> found =
          parts(node, team, launch, sharing, /* always= */ false, mayPay);
      choices.estimated(size, found.isPresent());
      return found;
    }
    Optional<DividedLaunch> found =
        parts(node, team, launch, sharing, /* always= */ true, way.get());
    if (way.get() && found.isEmpty()) {
      choices.cannotBeDivided(size);
    }
    return found;
  }

  private static DivisionChoices.Size size(Sharing sharing) {
    return DivisionChoices.Size.of(sharing.kernel().source().loop(), sharing.work());
  }

  private static boolean mayPay(Node node, Team team, Sharing sharing, boolean shared) {
    SharingCost cost = node.sharingCost(team);
    return sharing.work() >= Math.min(cost.leastWork(), cost.leastLocalWork())
        && (sharing.work() >= cost.leastWork() || shared);
  }

  /**
   * @param always whether it is divided whatever that costs
   * @param wanted whether it is to be divided at all
   */
  private static Optional<DividedLaunch> parts(
      Node node, Team team, Launch launch, Sharing sharing, boolean always, boolean wanted) {
    if (!wanted) {
      return Optional.empty();
    }
    SharingCost cost = node.sharingCost(team);
    for (Division division : sharing.divisions().get()) {
      Optional<DividedLaunch> found =
          DividedLaunch.of(division, launch, node.splitter(), node.sharing(team));
      if (found.isPresent()
          && (always || pays(found.get(), launch, sharing.work(), cost))
          && (node.followers().isPresent() || found.get().fits(launch, team.room()))) {
        return node.followers().isPresent() ? found.map(each -> each.joined(launch)) : found;
      }
    }
    return Optional.empty();
  }

  private static boolean pays(DividedLaunch divided, Launch launch, long work, SharingCost cost) {
    double repeated = 0;
    for (int a = 0; a < launch.accesses().size(); a++) {
      Object array = launch.arguments()[launch.accesses().get(a).parameter()];
      repeated += divided.repeated(a) * ElementSize.of(array).bytes();
    }
    return repeated == 0
        ? work >= cost.leastLocalWork()
        : work >= cost.leastWork() && work >= cost.leastWorkPerByte() * repeated;
  }

  /** Whether there is room for all that it accesses. */
  boolean fits() {
    return fitsWhole || (isDivided() && node.followers().isEmpty());
  }

  /** Whether the host's cores compute a part of it, on the program's arrays. */
  boolean usesHost() {
    return node.followers().isPresent()
        ? team.first().device().sharesHostMemory()
        : team.withHost() && isDivided() && divided.get().chunks() == team.members().size();
  }

  /** Whether several devices share it. */
  boolean isDivided() {
    return divided.isPresent();
  }

  private Optional<Work> work(Launch launch) {
    RangeKernel source = sharing.kernel().source();
    List<Integer> loops = divided.map(DividedLaunch::loops).orElse(List.of());
    if (kernels.size() == 1) {
      return KernelWork.of(team.first().device(), kernels.get(0), source, launch, loops)
          .map(work -> new DeviceWork(team.place(), List.of(work)));
    }
    return team.work(kernels, source, launch, loops);
  }

  /**
   * Submits it.
   *
   * @param loop its name
   * @param launch on the arrays that buffers stand for
   * @param used these arrays, in the order of the launch's accesses
   * @param isAwaited whether the program waits for its results at once
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
            .orElseThrow(() -> new IllegalStateException(loop + " can only be launched at once"));
    List<BufferAccess> accesses = accesses(launch, divided, buffers, used);
    TaskId task =
        node.stream()
            .submit(
                loop,
                geometry(launch, divided),
                node.followers().isPresent()
                    ? divided.map(DividedLaunch::boxes).orElse(List.of())
                    : List.of(),
                accesses,
                kept,
                work);
    if (node.measured().isPresent()) {
      double share = divided.map(DividedLaunch::firstShare).orElse(1.0);
      node.measured().get().times().submitted(task, size(sharing), share, isAwaited);
      submitted = Optional.of(task);
    }
    node.dry()
        .ifPresent(dry -> dry.submitted(loop, launch, sharing.divisions().get(), buffers, used));
    return true;
  }

  /** The program has got the results that it waited for. */
  void awaited() {
    if (node.measured().isPresent() && submitted.isPresent()) {
      node.measured().get().times().awaited(submitted.get());
    }
  }

  /** What an execution does with buffers, if it is divided or not. */
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
        // If all are written, then those of a chunk by it: no other chunk writes them.
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
    return divided
        .map(DividedLaunch::geometry)
        .orElseGet(() -> Geometry.of(space(launch), Splitting.WHOLE));
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
