package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.runtime.cluster.LoopSize;
import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.device.SharingCost;
import java.util.Optional;

/**
 * Whether several devices, or the nodes of a run, share an execution.
 *
 * @param divided how it is divided; empty if one device runs it
 * @param reason why it is not divided, in words for users; empty if it is, or if it could not be
 *     shared anyway
 */
record DivisionDecision(Optional<DividedLaunch> divided, String reason) {
  static final String TOO_SHORT = "it is too short to be worth sharing";
  static final String MEASURED = "it was faster undivided when both ways were measured";
  static final String EXCHANGES = "its parts would exchange too many elements";
  static final String MEET = "it is not proven that its parts write different elements";
  static final String NO_ROOM = "its parts do not fit into the devices' memory";
  static final String NOT_SENT =
      "its arrays cannot be sent: they have 2 GiB or more, or rows of different lengths";
  static final String NOT_EVERYWHERE = "not every device can run it";

  private static final DivisionDecision UNDIVIDED = new DivisionDecision(Optional.empty(), "");

  private static DivisionDecision alone(String reason) {
    return new DivisionDecision(Optional.empty(), reason);
  }

  /** The same execution on one device, since not all can run it. */
  DivisionDecision onOne() {
    return divided.isPresent() ? alone(NOT_EVERYWHERE) : this;
  }

  boolean isDivided() {
    return divided.isPresent();
  }

  /**
   * Decides.
   *
   * @param shared whether devices have shared a loop before
   * @param must whether it has to be divided at any cost, because one device alone cannot run it
   */
  static DivisionDecision of(
      Node node, Team team, Launch launch, Sharing sharing, boolean shared, boolean must) {
    if (!node.shares(team)) {
      return UNDIVIDED;
    }
    if (node.ranks().isPresent() && !DividedLaunch.fitsMessages(launch)) {
      return alone(NOT_SENT);
    }
    if (must) {
      return parts(node, team, launch, sharing, /* always= */ true);
    }
    Optional<DivisionChoices> choices = node.measured().map(Node.Measured::choices);
    boolean isReplicated = node.ranks().map(RankGroup::isReplicated).orElse(false);
    if (choices.isEmpty() && !isReplicated) {
      return estimated(node, team, launch, sharing, shared);
    }
    LoopSize size = size(sharing);
    Optional<Boolean> way = choices.flatMap(known -> known.way(size));
    if (isReplicated) {
      // The first node has chosen this for all nodes a while ago.
      way = node.ranks().get().isShared(size);
    }
    if (way.isEmpty()) {
      DivisionDecision estimate = estimated(node, team, launch, sharing, shared);
      choices.ifPresent(known -> known.estimated(size, estimate.isDivided()));
      return estimate;
    }
    if (!way.get()) {
      return alone(MEASURED);
    }
    DivisionDecision found = parts(node, team, launch, sharing, /* always= */ true);
    if (!found.isDivided()) {
      choices.ifPresent(known -> known.cannotBeDivided(size));
    }
    return found;
  }

  /** The loop and the size of its execution. */
  static LoopSize size(Sharing sharing) {
    return LoopSize.of(sharing.kernel().source().loop(), sharing.work());
  }

  private static DivisionDecision estimated(
      Node node, Team team, Launch launch, Sharing sharing, boolean shared) {
    SharingCost cost = node.sharingCost(team);
    boolean mayPay =
        sharing.work() >= Math.min(cost.leastWork(), cost.leastLocalWork())
            && (sharing.work() >= cost.leastWork() || shared);
    return mayPay ? parts(node, team, launch, sharing, /* always= */ false) : alone(TOO_SHORT);
  }

  /**
   * @param always whether it is divided at any cost
   */
  private static DivisionDecision parts(
      Node node, Team team, Launch launch, Sharing sharing, boolean always) {
    SharingCost cost = node.sharingCost(team);
    boolean byNodes = node.ranks().isPresent();
    String reason = MEET;
    for (Division division : sharing.divisions().get()) {
      Optional<DividedLaunch> found =
          DividedLaunch.of(division, launch, node.splitter(), node.sharing(team));
      if (found.isEmpty()) {
        continue;
      }
      if (!always && !pays(found.get(), launch, sharing.work(), cost)) {
        reason = EXCHANGES;
      } else if (!byNodes && !found.get().fits(launch, team.room())) {
        reason = NO_ROOM;
      } else {
        return new DivisionDecision(byNodes ? found.map(each -> each.joined(launch)) : found, "");
      }
    }
    return alone(reason);
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
}
