package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.platform.ReflectiveCall;
import dev.slipstream.compiler.guard.platform.UnguardedCode;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import dev.slipstream.compiler.guard.scan.Descriptors;
import dev.slipstream.compiler.guard.scan.ForeignArrays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Where the guards of one method go. */
public final class GuardPlan {
  private final MethodFacts facts;
  private final Optional<StackMaps> maps;
  private final Map<NaturalLoop, Map<Place, Integer>> loops = new LinkedHashMap<>();
  private final List<PlannedGuard> guards = new ArrayList<>();

  /** The blocks of all loops of the program. */
  private final Set<Block> looped = new HashSet<>();

  private final List<Integer> parameters = new ArrayList<>();
  private final List<Integer> returns = new ArrayList<>();
  private CalleeUse useOfReturned = CalleeUse.NOTHING;

  /**
   * Plans the guards of a method.
   *
   * @param facts the method before any guard is inserted
   * @param classVersion the class file's major version
   */
  public GuardPlan(MethodFacts facts, int classVersion, ForeignArrays foreign) {
    this.facts = facts;
    this.maps =
        facts.flow().isPresent()
            ? Optional.of(new StackMaps(facts.flow().get(), classVersion))
            : Optional.empty();
    if (maps.isPresent()) {
      plan(maps.get().flow(), maps.get());
    } else {
      for (int i = facts.nextOfConcern(0); i < facts.size(); i = facts.nextOfConcern(i + 1)) {
        plan(i, Optional.empty(), Map.of());
      }
    }
    plan(foreign);
  }

  /** The method before any guard is inserted. */
  public MethodFacts facts() {
    return facts;
  }

  /** The method's blocks and frames; empty if no guard needs any. */
  public Optional<StackMaps> maps() {
    return maps;
  }

  /**
   * For each loop, outer ones first, the arrays that are guarded in front of it, with a {@link
   * GuardKind}. WRITE alone means that a guard of the write already precedes the loop, so that only
   * the written array is reported after it.
   */
  public Map<NaturalLoop, Map<Place, Integer>> loops() {
    return loops;
  }

  /** The guards at single instructions, in the instructions' order. */
  public List<PlannedGuard> guards() {
    return guards;
  }

  /**
   * Whether a guard lies outside the loops of a method that has some, so that it probably runs once
   * in each call. Such a method may run for long although it is called only a few times.
   */
  public boolean isOutsideLoops(PlannedGuard guard) {
    return maps.isPresent()
        && !looped.isEmpty()
        && !looped.contains(maps.get().flow().blockAt(guard.number()));
  }

  /** The local variables with arrays that code without guards has passed to the method. */
  public List<Integer> parameters() {
    return parameters;
  }

  /** The numbers of the instructions that return an array to code without guards. */
  public List<Integer> returns() {
    return returns;
  }

  /** The use that the caller without guards makes of a returned array. */
  public CalleeUse useOfReturned() {
    return useOfReturned;
  }

  /** Whether the method stays as it is. */
  public boolean isEmpty() {
    return loops.isEmpty() && guards.isEmpty() && parameters.isEmpty() && returns.isEmpty();
  }

  private void plan(ForeignArrays foreign) {
    MethodNode method = facts.method();
    if (!foreign.areTaken(method.access, method.name, method.desc)) {
      return;
    }
    parameters.addAll(foreign.parameters(method.desc));
    useOfReturned = foreign.useOfReturned(method.name, method.desc);
    for (int i = 0; i < facts.size() && useOfReturned != CalleeUse.NOTHING; i++) {
      if (facts.instruction(i).getOpcode() == Opcodes.ARETURN
          && facts.isReached(i)
          && Descriptors.mayBeArray(facts.below(i, 0).getType())) {
        returns.add(i);
      }
    }
  }

  private void plan(ControlFlow flow, StackMaps frames) {
    List<NaturalLoop> all = flow.loops();
    for (NaturalLoop loop : all) {
      // A handler that covers itself, as behind a synchronized block, is no loop of the program.
      if (!flow.startsHandler(loop.header())) {
        looped.addAll(loop.blocks());
      }
    }
    LoopHoisting hoisted = new LoopHoisting(facts, flow, all, frames);
    AccessModes modes = new AccessModes(facts, flow, hoisted);
    GuardStates states = modes.states();
    for (Block block : flow.blocks()) {
      Map<Place, Integer> state = states.atStartOf(block);
      for (int i = facts.nextOfConcern(block.first());
          i <= block.last();
          i = facts.nextOfConcern(i + 1)) {
        if (!facts.isAccess(i) || !hoisted.isOpen(block, facts.namesAndRows(i))) {
          plan(i, Optional.of(modes), state);
        }
        if (hoisted.stores().containsKey(i)) {
          planStore(i, state, hoisted.stores().get(i));
        }
        states.step(i, state);
      }
    }
    for (int l = 0; l < hoisted.loops().size(); l++) {
      NaturalLoop loop = hoisted.loops().get(l);
      Map<Place, Integer> needed = needed(loop, hoisted.guards(l), states);
      if (!needed.isEmpty()) {
        loops.put(loop, needed);
      }
    }
  }

  /**
   * Guards the row that an instruction stores into an array whose rows are guarded together, and
   * the row that it replaces.
   */
  private void planStore(int number, Map<Place, Integer> state, int kindOfRows) {
    if (!mayHoldArrays(facts.below(number, 2).getType())) {
      return;
    }
    BasicValue stored = facts.below(number, 0);
    int known = GuardKind.known(state, Place.withRows(PlaceValue.names(stored)));
    boolean writes = (kindOfRows & GuardKind.WRITE) != 0;
    int kind = writes ? GuardKind.WRITE : GuardKind.READ;
    boolean opens =
        (known & kind) == 0
            && !Descriptors.isNull(stored.getType())
            && Descriptors.mayBeArray(stored.getType());
    if (opens || writes) {
      guards.add(new PlannedGuard.OfStoredRow(number, opens ? kind : 0, writes));
    }
  }

  private static boolean mayHoldArrays(Type array) {
    return array.getSort() != Type.ARRAY
        || Descriptors.mayBeArray(Type.getType(array.getDescriptor().substring(1)));
  }

  private void plan(int number, Optional<AccessModes> modes, Map<Place, Integer> state) {
    if (facts.isAccess(number)) {
      planAccess(number, modes, state);
      return;
    }
    AbstractInsnNode node = facts.instruction(number);
    Fence fence = facts.fence(number);
    if (fence.isNeeded()) {
      guards.add(new PlannedGuard.OfCall(number, fence, rescuing(number, fence)));
    }
    if (node instanceof MethodInsnNode call) {
      Optional<String> reason = UnguardedCode.madeBy(call.owner, call.name);
      if (reason.isPresent()) {
        guards.add(new PlannedGuard.OfMadeCode(number, reason.get()));
      }
      Optional<ReflectiveCall> reflective = ReflectiveCall.by(call.owner, call.name);
      Optional<NamedMethod> named = NamedMethod.by(call.owner, call.name);
      if (reflective.isPresent()) {
        guards.add(new PlannedGuard.OfReflectiveCall(number, reflective.get()));
      } else if (named.isPresent()) {
        guards.add(new PlannedGuard.OfNamedMethod(number, named.get()));
      }
    }
  }

  private void planAccess(int number, Optional<AccessModes> modes, Map<Place, Integer> state) {
    boolean asWrite =
        facts.isWrite(number) || (modes.isPresent() && modes.get().writesAhead().get(number));
    int kind = asWrite ? GuardKind.WRITE : GuardKind.READ;
    if (modes.isPresent() && modes.get().elements().get(number)) {
      boolean updates = modes.get().updating().get(number);
      guards.add(new PlannedGuard.OfElement(number, updates ? 0 : kind));
      return;
    }
    boolean guarded = modes.isPresent() && modes.get().states().isGuarded(number, state);
    boolean fresh = (GuardKind.known(state, facts.names(number)) & GuardKind.FRESH) != 0;
    if (!fresh && (facts.isWrite(number) || !guarded)) {
      guards.add(new PlannedGuard.OfArray(number, guarded ? 0 : kind));
    }
  }

  /**
   * The block of a call whose exceptions the dispatcher needs to be told about; empty if it need
   * not be, or if no handler can be added there.
   */
  private Optional<Block> rescuing(int number, Fence fence) {
    // Before the constructor of the superclass has run, no frame may lose the uninitialised object.
    if (!fence.endsWhenItThrows() || facts.method().name.equals("<init>")) {
      return Optional.empty();
    }
    Optional<Block> block = maps.map(frames -> frames.flow().blockAt(number));
    return block.isPresent() && maps.get().allowHandlerIn(block.get()) ? block : Optional.empty();
  }

  /**
   * The guards of a loop without those that precede it on every path anyway. WRITE alone marks an
   * array that the loop writes and that was guarded before.
   */
  private static Map<Place, Integer> needed(
      NaturalLoop loop, Map<Place, Integer> guards, GuardStates states) {
    Map<Place, Integer> needed = new HashMap<>();
    for (Map.Entry<Place, Integer> guard : guards.entrySet()) {
      int standing = GuardKind.ALL;
      for (Block from : loop.header().predecessors()) {
        if (!loop.contains(from)) {
          standing &= states.atEndOf(from).getOrDefault(guard.getKey(), 0);
        }
      }
      boolean writes = (guard.getValue() & GuardKind.WRITE) != 0;
      boolean stands = (standing & (writes ? GuardKind.WRITE : GuardKind.READ)) != 0;
      boolean fresh = (standing & GuardKind.FRESH) != 0;
      if (!fresh && (writes || !stands)) {
        needed.put(guard.getKey(), stands ? GuardKind.WRITE : guard.getValue());
      }
    }
    return needed;
  }
}
