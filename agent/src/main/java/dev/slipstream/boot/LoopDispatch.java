package dev.slipstream.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The entry from rewritten loops into the agent. Lives on the bootstrap class path, where every
 * class of the program can see it; the rest of the agent is behind the {@link Dispatcher}.
 * Thread-safe.
 */
public final class LoopDispatch {
  /** The only state of this class: call sites are linked before and after installation. */
  private static final AtomicReference<@Nullable Dispatcher> DISPATCHER = new AtomicReference<>();

  private LoopDispatch() {}

  /**
   * Sets the dispatcher that receives what call sites submit.
   *
   * @return false if another dispatcher is installed already; then nothing changes
   */
  public static boolean install(Dispatcher dispatcher) {
    return DISPATCHER.compareAndSet(null, dispatcher);
  }

  /** Whether a dispatcher is installed. */
  public static boolean installed() {
    return DISPATCHER.get() != null;
  }

  /**
   * The bootstrap method of call sites in class files of version 51 and newer.
   *
   * @param caller the class of the loop; not used
   * @param name {@code submit} and the number of the call site
   * @param type {@code (int start, captures…)int}
   * @return a call site that submits the execution unless it passes the loop's gate
   * @throws ReflectiveOperationException never; this class has the method that is looked up
   */
  public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    int site = Integer.parseInt(name, "submit".length(), name.length(), /* radix= */ 10);
    LoopCallSite callSite = new LoopCallSite(type, site);
    Dispatcher dispatcher = DISPATCHER.get();
    if (dispatcher != null) {
      dispatcher.linked(site, callSite);
    }
    return callSite.linked();
  }

  /**
   * Submits one execution of a loop unless it passes the loop's gate; called directly by class
   * files older than version 51, which cannot hold an {@code invokedynamic}.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the loop uses
   * @param site the number of the call site
   * @return the loop variable's value with which the program goes on
   */
  public static int submitDirectly(int start, @Nullable Object[] captures, int site) {
    DirectCallSite callSite = DirectCallSite.of(site);
    if (callSite == null) {
      callSite = link(site);
    }
    return callSite.passes(start, captures) ? start : submit(start, captures, site);
  }

  private static DirectCallSite link(int site) {
    DirectCallSite created = new DirectCallSite();
    DirectCallSite callSite = DirectCallSite.keep(site, created);
    Dispatcher dispatcher = DISPATCHER.get();
    if (callSite == created && dispatcher != null) {
      dispatcher.linked(site, callSite);
    }
    return callSite;
  }

  /** Releases what is kept for call sites of unloaded classes; ignores unknown numbers. */
  public static void forget(Set<Integer> sites) {
    DirectCallSite.forget(sites);
  }

  /**
   * Submits one execution of a loop, which passes no gate.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the loop uses
   * @param site the number of the call site
   * @return the loop variable's value with which the program goes on
   */
  public static int submit(int start, @Nullable Object[] captures, int site) {
    Dispatcher dispatcher = DISPATCHER.get();
    return dispatcher == null ? start : dispatcher.submit(site, start, captures);
  }
}
