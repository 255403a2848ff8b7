package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.scan.CallFences;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import dev.slipstream.compiler.guard.scan.ElementAccess;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Facts about a method's instructions before any guard is inserted, by the numbers that the
 * instructions have then.
 */
public final class MethodFacts {
  private static final int MOST_STEPS = 4;

  private final ClassFiles files;
  private final MethodNode method;
  private final AbstractInsnNode[] nodes;
  private final Optional<ControlFlow> flow;
  private final PlaceAnalysis places;
  private final MotionBarriers barriers;
  private final BitSet ofConcern = new BitSet();
  private final BitSet accesses = new BitSet();
  private final BitSet guarding = new BitSet();
  private final Map<Integer, Fence> fences = new HashMap<>();
  private @Nullable Boolean hasThis;

  /**
   * @param files the method's class and those around it
   * @throws AnalyzerException if the method's code is damaged
   */
  public MethodFacts(ClassFiles files, MethodNode method, MotionBarriers barriers, CallFences calls)
      throws AnalyzerException {
    this.files = files;
    this.method = method;
    this.barriers = barriers;
    this.nodes = method.instructions.toArray();
    // Control flow through subroutines is not followed: each access is then guarded on its own.
    Optional<ControlFlow> blocks =
        ControlFlow.usesSubroutines(method)
            ? Optional.empty()
            : Optional.of(ControlFlow.of(method));
    this.places = new PlaceAnalysis(files.self().name, method, blocks, barriers);
    boolean needsFlow = false;
    for (int i = 0; i < nodes.length; i++) {
      AbstractInsnNode node = nodes[i];
      int opcode = node.getOpcode();
      if (opcode >= 0 && isOfConcern(opcode) && places.isReached(i)) {
        ofConcern.set(i);
        accesses.set(i, ElementAccess.is(opcode));
        guarding.set(i, accesses.get(i) || opcode == Opcodes.NEWARRAY);
        if (node instanceof MethodInsnNode call && calls.concerns(call)) {
          Fence fence = calls.of(call, stackAt(i));
          fences.put(i, fence);
          if (fence.returned() == PlatformCalls.Returned.FRESH) {
            guarding.set(i);
          }
          needsFlow |= fence.endsWhenItThrows();
        }
      }
    }
    this.flow = needsFlow || !accesses.isEmpty() ? blocks : Optional.empty();
  }

  /** The method. */
  public MethodNode method() {
    return method;
  }

  /**
   * The blocks; empty if the method has subroutines, or only calls that each need their own guard.
   */
  Optional<ControlFlow> flow() {
    return flow;
  }

  /** The instruction that had a number before any guard was inserted. */
  public AbstractInsnNode instruction(int number) {
    return nodes[number];
  }

  int size() {
    return nodes.length;
  }

  boolean isReached(int number) {
    return places.isReached(number);
  }

  /**
   * The next instruction from a number on that matters to guards: an access, or an instruction that
   * may change the state. Such instructions are rare, and most of them are queried often.
   */
  int nextOfConcern(int number) {
    int next = ofConcern.nextSetBit(number);
    return next < 0 ? nodes.length : next;
  }

  /** The next instruction from a number on after which more arrays are guarded than before it. */
  int nextGuarding(int number) {
    int next = guarding.nextSetBit(number);
    return next < 0 ? nodes.length : next;
  }

  private static boolean isOfConcern(int opcode) {
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || ElementAccess.isWrite(opcode)
        || PlaceFrame.mayInvalidate(opcode)
        || opcode == Opcodes.NEWARRAY
        || opcode == Opcodes.ANEWARRAY
        || opcode == Opcodes.MULTIANEWARRAY;
  }

  /**
   * Whether an instruction is one that no guard crosses. Expensive, so it is evaluated only where
   * there are guards.
   */
  boolean isBarrier(int number) {
    return barriers.isBarrier(nodes[number]);
  }

  /** The fence that an instruction needs; {@link Fence#NONE} if it is no call. */
  Fence fence(int number) {
    return fences.getOrDefault(number, Fence.NONE);
  }

  /** The value below some others on the stack, before an instruction that can be reached. */
  public BasicValue below(int number, int valuesAbove) {
    Frame<BasicValue> frame = stackAt(number);
    return frame.getStack(frame.getStackSize() - 1 - valuesAbove);
  }

  private Frame<BasicValue> stackAt(int number) {
    @Nullable Frame<BasicValue> frame = places.stackAt(number);
    if (frame == null) {
      throw new IllegalStateException("instruction " + number + " is never reached");
    }
    return frame;
  }

  private BasicValue array(int number) {
    return below(number, ElementAccess.valuesAbove(nodes[number].getOpcode()));
  }

  /** The place of the array that an instruction accesses. */
  public Place accessed(int number) {
    return PlaceValue.place(array(number));
  }

  /**
   * The descriptor of the type of the array that an instruction accesses; empty if the reference is
   * always {@code null}. The JVM's verifier knows the same type for the value on the stack.
   */
  public String typeOfAccessed(int number) {
    return typeBelow(number, ElementAccess.valuesAbove(nodes[number].getOpcode()));
  }

  /** The descriptor of the type of an array below some others on the stack; empty if unknown. */
  public String typeBelow(int number, int valuesAbove) {
    Type type = below(number, valuesAbove).getType();
    return type != null && type.getSort() == Type.ARRAY ? type.getDescriptor() : "";
  }

  /** Whether the type of the array that an instruction accesses is known only from a cast. */
  public boolean isAccessedByCast(int number) {
    return array(number) instanceof PlaceValue value && value.isCast();
  }

  /** The places at which the array that an instruction accesses is found. */
  List<Place> names(int number) {
    return PlaceValue.names(array(number));
  }

  /**
   * The places at which the array that an instruction accesses is found, and the arrays of
   * references that hold it there.
   */
  List<Place> namesAndRows(int number) {
    return Place.withRows(names(number));
  }

  /** The place of the index of an instruction's access. */
  Place index(int number) {
    return PlaceValue.place(
        below(number, ElementAccess.valuesAbove(instruction(number).getOpcode()) - 1));
  }

  /** Whether an instruction accesses an element and can be reached. */
  boolean isAccess(int number) {
    return accesses.get(number);
  }

  /** Whether an access writes its element. */
  public boolean isWrite(int number) {
    return ElementAccess.isWrite(instruction(number).getOpcode());
  }

  /**
   * Whether inserted code can find the array at a place before the program itself has accessed that
   * place, without exceptions and without initialising classes.
   */
  boolean canBeFound(Place place) {
    return steps(place) <= MOST_STEPS;
  }

  private int steps(Place place) {
    if (place instanceof Place.Rows rows) {
      return steps(rows.base());
    }
    if (place instanceof Place.Local) {
      return 1;
    }
    if (place instanceof Place.Static field) {
      // The class is initialised, or this thread is initialising it, when the method's code runs.
      return files.isSelfOrAbove(field.owner())
              && exists(field.owner(), field.name(), field.descriptor())
          ? 1
          : MOST_STEPS + 1;
    }
    if (place instanceof Place.Field field) {
      return field.base() instanceof Place.Row
              || !exists(field.owner(), field.name(), field.descriptor())
          ? MOST_STEPS + 1
          : steps(field.base()) + 1;
    }
    return place instanceof Place.Row row ? steps(row.base()) + 1 : MOST_STEPS + 1;
  }

  private boolean exists(String owner, String name, String descriptor) {
    return files.field(owner, name, descriptor).isPresent();
  }

  /** Whether code that finds a place needs jumps, and so frames. */
  boolean jumps(Place place) {
    if (place instanceof Place.Field field) {
      return !isThis(field.base()) || jumps(field.base());
    }
    if (place instanceof Place.Rows rows) {
      return jumps(rows.base());
    }
    return place instanceof Place.Row row && jumps(row.base());
  }

  /** Whether a place is the method's receiver, which is not {@code null}. */
  public boolean isThis(Place place) {
    return place.equals(new Place.Local(0)) && hasThis();
  }

  private boolean hasThis() {
    Boolean known = hasThis;
    if (known == null) {
      known = !ClassFiles.has(method.access, Opcodes.ACC_STATIC);
      for (AbstractInsnNode node : method.instructions) {
        known &= Liveness.writtenSlot(node) != 0;
      }
      hasThis = known;
    }
    return known;
  }
}
