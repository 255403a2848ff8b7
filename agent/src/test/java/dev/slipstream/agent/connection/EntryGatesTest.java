package dev.slipstream.agent.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.boot.GatedCallSite;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.EntryGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntryGatesTest {
  private static final int OPEN = 7;
  private static final byte[] KERNEL = {1};
  private static final byte[] ENTRY = {2};

  private final EntryGates gates = new EntryGates(Log.none());
  private final CallSite callSite = new CallSite();

  /** Notes the classes that it gets. */
  private static final class CallSite implements GatedCallSite {
    private final List<byte[]> classes = new ArrayList<>();

    @Override
    public void gate(byte[] workClass, LoopGate gate) {
      classes.add(workClass);
    }
  }

  private EntryGate kernel() {
    LaunchPlan stays = new LaunchPlan.Stay("too small");
    return gates.of(new FixedKernel(stays, Optional.of(KERNEL)), /* plansFirst= */ false);
  }

  private static OpenWork work(byte... file) {
    return new OpenWork(List.of(), () -> file.length == 0 ? Optional.empty() : Optional.of(file));
  }

  @Test
  void aCallSiteGetsItsGateWhenTheFirstExecutionsMayPass() {
    EntryGate gate = kernel();
    gates.linked(0, callSite);
    assertThat(callSite.classes).isEmpty();
    gate.always(100);
    assertThat(callSite.classes).containsExactly(KERNEL);
  }

  @Test
  void theCallSiteOfAnOpenLoopGetsTheGateOfItsKernel() {
    CallSite later = new CallSite();
    gates.open(OPEN);
    gates.linked(OPEN, callSite);
    EntryGate gate = kernel();
    gates.taken(OPEN, 0, work(ENTRY));
    gate.always(100);
    gates.linked(OPEN, later);
    assertThat(callSite.classes).containsExactly(ENTRY);
    assertThat(later.classes).containsExactly(ENTRY);
  }

  @Test
  void theFirstKernelWhoseWorkTheCallSiteCanEstimateCounts() {
    gates.open(OPEN);
    gates.linked(OPEN, callSite);
    kernel().always(100);
    gates.taken(OPEN, 0, work());
    assertThat(callSite.classes).isEmpty();
    gates.taken(OPEN, 0, work(ENTRY));
    gates.taken(OPEN, 0, work((byte) 3));
    assertThat(callSite.classes).containsExactly(ENTRY);
  }

  @Test
  void loopsOfUnloadedClassesAreForgotten() {
    gates.open(OPEN);
    kernel().always(100);
    gates.taken(OPEN, 0, work(ENTRY));
    gates.remove(Set.of(OPEN));
    gates.linked(OPEN, callSite);
    assertThat(callSite.classes).isEmpty();
  }
}
