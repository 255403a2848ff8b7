package dev.slipstream.agent.loading;

import java.util.ArrayList;
import java.util.List;

/**
 * Loads early the classes that the JDK loads when threads first contend for a lock or a map. This
 * happens before there are guards. Otherwise such a class may be loaded in front of a guard, and
 * the agents that see it being loaded may need it again; the JVM answers that with a {@link
 * ClassCircularityError}.
 */
public final class WaitingClasses {
  private static final String PACKAGE = "java.util.concurrent.";
  private static final List<String> NAMES =
      List.of(
          "locks.AbstractQueuedSynchronizer$Node",
          "locks.AbstractQueuedSynchronizer$ExclusiveNode",
          "locks.AbstractQueuedSynchronizer$SharedNode",
          "locks.AbstractQueuedSynchronizer$ConditionNode",
          "locks.AbstractQueuedSynchronizer$ConditionObject",
          "locks.LockSupport",
          "locks.ReentrantLock$NonfairSync",
          "ConcurrentHashMap$ForwardingNode",
          "ConcurrentHashMap$ReservationNode",
          "ConcurrentHashMap$CounterCell",
          "ConcurrentHashMap$TreeBin",
          "ConcurrentHashMap$TreeNode",
          "ThreadLocalRandom");

  private WaitingClasses() {}

  /** Loads these classes; returns the names of those that this JDK does not have. */
  public static List<String> load() {
    List<String> missing = new ArrayList<>();
    for (String name : NAMES) {
      try {
        Class.forName(PACKAGE + name, true, null);
      } catch (ClassNotFoundException ofAnotherJdk) {
        missing.add(name);
      }
    }
    return missing;
  }
}
