package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.boot.GatedCallSite;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.EntryGate;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntryGatesTest {
  private static final int OPEN = 7;
  private static final byte[] KERNEL = {1};
  private static final byte[] ENTRY = {2};
  private static final byte[] OTHER = {3};
  private static final WeakReference<Class<?>> LOADED = new WeakReference<>(String.class);

  private final EntryGates gates = new EntryGates(Log.none());
  private final CallSite callSite = new CallSite();

  /** Notes the classes and gates that it gets. */
  private static final class CallSite implements GatedCallSite {
    private final List<byte[]> classes = new ArrayList<>();
    private boolean isCompiled = true;
    private @Nullable LoopGate gate;

    @Override
    public void gate(byte[] workClass, LoopGate given) {
      classes.add(workClass);
      gate = given;
    }

    @Override
    public boolean isCompiledIntoProgram() {
      return isCompiled;
    }
  }

  private EntryGate kernel(int site) {
    LaunchPlan stays = new LaunchPlan.Stay("too small");
    return gates.of(new FixedKernel(site, stays, Optional.of(KERNEL)), /* plansFirst= */ false);
  }

  private static OpenWork work(WeakReference<Class<?>> type, byte... file) {
    return new OpenWork(
        List.of(type), () -> file.length == 0 ? Optional.empty() : Optional.of(file));
  }

  @Test
  void aCallSiteGetsItsGateWhenItIsLinked() {
    kernel(1);
    gates.linked(1, callSite);
    assertThat(callSite.classes).containsExactly(KERNEL);
  }

  @Test
  void whenMoreExecutionsAlwaysPassCallSitesGetTheirClassAgain() {
    CallSite later = new CallSite();
    EntryGate gate = kernel(1);
    gates.linked(1, callSite);
    gate.first(100);
    assertThat(callSite.classes).containsExactly(KERNEL);
    gate.always(100);
    gate.always(100);
    gates.linked(1, later);
    assertThat(callSite.classes).containsExactly(KERNEL, KERNEL);
    gate.always(Double.POSITIVE_INFINITY);
    assertThat(callSite.classes).containsExactly(KERNEL, KERNEL, KERNEL);
    assertThat(later.classes).containsExactly(KERNEL, KERNEL);
  }

  @Test
  void callSitesThatTheJitDoesNotCompileKeepTheirClass() {
    callSite.isCompiled = false;
    EntryGate gate = kernel(1);
    gates.linked(1, callSite);
    gate.always(100);
    assertThat(callSite.classes).containsExactly(KERNEL);
  }

  @Test
  void theCallSitesOfAnOpenLoopGetTheGateOfItsKernel() {
    CallSite own = new CallSite();
    CallSite later = new CallSite();
    gates.open(OPEN);
    gates.linked(OPEN, callSite);
    EntryGate gate = kernel(1);
    gates.linked(1, own);
    gates.taken(OPEN, 1, work(LOADED, ENTRY));
    gate.always(100);
    gates.linked(OPEN, later);
    assertThat(callSite.classes).containsExactly(ENTRY, ENTRY);
    assertThat(later.classes).containsExactly(ENTRY);
    assertThat(callSite.gate).isSameAs(own.gate).isSameAs(later.gate).isNotNull();
  }

  @Test
  void theFirstKernelWhoseWorkTheCallSiteCanEstimateCounts() {
    gates.open(OPEN);
    gates.linked(OPEN, callSite);
    kernel(1).always(100);
    kernel(2).always(100);
    gates.taken(OPEN, 1, work(LOADED));
    gates.taken(OPEN, 1, new OpenWork(List.of(), EntryGatesTest::fails));
    assertThat(callSite.classes).isEmpty();
    gates.taken(OPEN, 1, work(LOADED, ENTRY));
    gates.taken(OPEN, 2, work(LOADED, OTHER));
    assertThat(callSite.classes).containsExactly(ENTRY);
  }

  private static Optional<byte[]> fails() {
    throw new IllegalStateException("it cannot be written");
  }

  @Test
  void whenTheClassesOfAKernelAreUnloadedTheNextOneCounts() {
    CallSite own = new CallSite();
    gates.open(OPEN);
    gates.linked(OPEN, callSite);
    EntryGate first = kernel(1);
    kernel(2).always(100);
    gates.linked(2, own);
    gates.taken(OPEN, 1, work(new WeakReference<>(null), ENTRY));
    gates.taken(OPEN, 2, work(LOADED, OTHER));
    first.always(100);
    assertThat(callSite.classes).containsExactly(ENTRY, OTHER);
    assertThat(callSite.gate).isSameAs(own.gate);
  }

  @Test
  void loopsOfUnloadedClassesAreForgotten() {
    gates.open(OPEN);
    kernel(1).always(100);
    gates.taken(OPEN, 1, work(LOADED, ENTRY));
    gates.remove(Set.of(OPEN));
    gates.linked(OPEN, callSite);
    assertThat(callSite.classes).isEmpty();
  }
}
