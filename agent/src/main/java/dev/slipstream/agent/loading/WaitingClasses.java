package dev.slipstream.agent.loading;

import java.util.ArrayList;
import java.util.List;

/**
 * Classes that the JDK loads where threads meet in a lock or a map for the first time. They are
 * loaded before there are guards: otherwise one may be loaded in front of a guard, and be needed
 * again by the agents that see it being loaded, which the JVM answers with a {@link
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

  /** Loads them; returns those that this JDK does not have. */
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
