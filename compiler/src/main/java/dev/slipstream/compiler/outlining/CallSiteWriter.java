package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.reduction.Accumulator;
import dev.slipstream.compiler.classfile.Accessors;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts a call site in front of a loop: {@code i = submit(i, captures…)}, or {@code i += submit(0,
 * captures…) * step} if the loop counts a long. The original loop follows and runs the remaining
 * iterations: none, the last, or all. Therefore no new stack frames are needed. If all iterations
 * were run, a jump leads past the loop, so that its condition is not evaluated once more.
 *
 * <p>If an object on the path to a captured field is null, the code goes to the original loop. If
 * an object is of another class than the one whose methods were inlined, the locals are submitted
 * to a second call site, {@code i = submit(i, locals…)}, which compiles the loop for the actual
 * classes. The values that the loop reduces are passed in and out as bits in an array.
 */
public final class CallSiteWriter {
  /** The class that rewritten call sites call; it must be visible to every rewritten class. */
  static final String DISPATCH_CLASS = "dev/slipstream/boot/LoopDispatch";

  private static final int NO_HOLDER = -1;
  private static final int FIRST_WITH_INVOKEDYNAMIC = 51;
  private static final String BOOTSTRAP_DESCRIPTOR =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
          + "Ljava/lang/invoke/CallSite;";

  private final MethodNode method;
  private final int classVersion;
  private final OutlinedLoop loop;
  private final Optional<OutlinedLoop> forOthers;
  private final InsnList code = new InsnList();
  private final Map<Value, Integer> checked = new HashMap<>();
  private final Map<Value, List<String>> classes = new LinkedHashMap<>();
  private final LabelNode otherClass = new LabelNode();
  private final int before;

  /**
   * @param method the method; it is changed by {@link #write()}
   * @param classVersion the class file's major version
   * @param forOthers the form of the loop that is submitted if an object is of another class; empty
   *     only if the loop's kernel is correct for objects of all classes
   */
  public CallSiteWriter(
      MethodNode method, int classVersion, OutlinedLoop loop, Optional<OutlinedLoop> forOthers) {
    this.method = method;
    this.classVersion = classVersion;
    this.loop = loop;
    this.forOthers = forOthers;
    this.before = method.maxLocals++;
    for (Value guard : loop.captures().guards().keySet()) {
      if (guard instanceof Value.Property property) {
        classes
            .computeIfAbsent(property.object(), object -> new ArrayList<>())
            .add(property.detail());
      }
    }
  }

  /** Writes the call site. */
  public void write() {
    Captures captures = loop.captures();
    for (Value object : captures.notNull()) {
      require(object);
    }
    for (Value object : classes.keySet()) {
      require(object);
    }
    for (Value value : captures.values()) {
      requireBases(value);
    }
    run(loop);
    if (!classes.isEmpty()) {
      code.add(new JumpInsnNode(Opcodes.GOTO, loop.entry().header()));
      code.add(otherClass);
      frame().ifPresent(frame -> code.add(frame.clone(Map.of())));
      // The locals of the objects that were found to be non-null are not set on every path to here.
      checked.clear();
      run(forOthers.orElseThrow());
    }
    method.instructions.insertBefore(loop.entry().before(), code);
  }

  /** Submits the loop, and jumps past it if all of it was run. */
  private void run(OutlinedLoop form) {
    List<Accumulator.Variable> results =
        loop.lanes().isPresent() ? loop.lanes().get().results() : List.of();
    int holder = results.isEmpty() ? NO_HOLDER : hold(results);
    submit(form, holder);
    takeResults(results, holder);
    if (loop.entry().exit().isPresent()) {
      leave(loop.entry().exit().get());
    }
  }

  private void submit(OutlinedLoop form, int holder) {
    boolean countsLong = loop.outermost().variable().kind() == 'J';
    if (countsLong) {
      code.add(new InsnNode(Opcodes.ICONST_0));
    } else {
      code.add(new VarInsnNode(Opcodes.ILOAD, loop.slot()));
    }
    code.add(new InsnNode(Opcodes.DUP));
    code.add(new VarInsnNode(Opcodes.ISTORE, before));
    if (classVersion >= FIRST_WITH_INVOKEDYNAMIC) {
      invokeDynamic(form, holder);
    } else {
      invokeStatic(form, holder);
    }
    if (countsLong) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new VarInsnNode(Opcodes.ISTORE, before));
      advance();
    } else {
      code.add(new VarInsnNode(Opcodes.ISTORE, loop.slot()));
    }
  }

  /** Jumps past the loop if it was run, which the changed loop variable shows. */
  private void leave(LabelNode exit) {
    code.add(new VarInsnNode(Opcodes.ILOAD, before));
    if (loop.outermost().variable().kind() == 'J') {
      code.add(new JumpInsnNode(Opcodes.IFNE, exit));
    } else {
      code.add(new VarInsnNode(Opcodes.ILOAD, loop.slot()));
      code.add(new JumpInsnNode(Opcodes.IF_ICMPNE, exit));
    }
  }

  /** The frame at the loop's header, which also holds in front of it. */
  private Optional<FrameNode> frame() {
    AbstractInsnNode node = loop.entry().header();
    while (node != null && node.getOpcode() < 0) {
      if (node instanceof FrameNode frame) {
        return Optional.of(frame);
      }
      node = node.getNext();
    }
    return Optional.empty();
  }

  private void takeResults(List<Accumulator.Variable> results, int holder) {
    for (int r = 0; r < results.size(); r++) {
      code.add(new VarInsnNode(Opcodes.ALOAD, holder));
      code.add(new LdcInsnNode(r));
      code.add(new InsnNode(Opcodes.LALOAD));
      code.add(fromBits(results.get(r).type()));
      code.add(new VarInsnNode(storeOf(results.get(r)), results.get(r).slot()));
    }
  }

  /** Stores the bits of locals in a new array, in a local of its own. */
  private int hold(List<Accumulator.Variable> results) {
    int holder = method.maxLocals++;
    code.add(new LdcInsnNode(results.size()));
    code.add(new IntInsnNode(Opcodes.NEWARRAY, Opcodes.T_LONG));
    code.add(new VarInsnNode(Opcodes.ASTORE, holder));
    for (int r = 0; r < results.size(); r++) {
      Accumulator.Variable result = results.get(r);
      code.add(new VarInsnNode(Opcodes.ALOAD, holder));
      code.add(new LdcInsnNode(r));
      code.add(new VarInsnNode(storeOf(result) - Opcodes.ISTORE + Opcodes.ILOAD, result.slot()));
      code.add(toBits(result.type()));
      code.add(new InsnNode(Opcodes.LASTORE));
    }
    return holder;
  }

  private static int storeOf(Accumulator.Variable variable) {
    return Type.getType(String.valueOf(variable.type())).getOpcode(Opcodes.ISTORE);
  }

  private static InsnList toBits(char type) {
    InsnList bits = new InsnList();
    switch (type) {
      case 'I' -> bits.add(new InsnNode(Opcodes.I2L));
      case 'F' -> {
        bits.add(call("java/lang/Float", "floatToRawIntBits", "(F)I"));
        bits.add(new InsnNode(Opcodes.I2L));
      }
      case 'D' -> bits.add(call("java/lang/Double", "doubleToRawLongBits", "(D)J"));
      default -> {
        // A long needs no conversion.
      }
    }
    return bits;
  }

  private static InsnList fromBits(char type) {
    InsnList value = new InsnList();
    switch (type) {
      case 'I' -> value.add(new InsnNode(Opcodes.L2I));
      case 'F' -> {
        value.add(new InsnNode(Opcodes.L2I));
        value.add(call("java/lang/Float", "intBitsToFloat", "(I)F"));
      }
      case 'D' -> value.add(call("java/lang/Double", "longBitsToDouble", "(J)D"));
      default -> {
        // A long needs no conversion.
      }
    }
    return value;
  }

  private static MethodInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
  }

  /** Advances the loop variable by the number of completed iterations, which is on the stack. */
  private void advance() {
    if (!(loop.outermost().step() instanceof Value.Constant step)) {
      throw new IllegalStateException("a long is counted by a constant");
    }
    code.add(new InsnNode(Opcodes.I2L));
    code.add(new LdcInsnNode(step.number()));
    code.add(new InsnNode(Opcodes.LMUL));
    code.add(new VarInsnNode(Opcodes.LLOAD, loop.slot()));
    code.add(new InsnNode(Opcodes.LADD));
    code.add(new VarInsnNode(Opcodes.LSTORE, loop.slot()));
  }

  private void invokeDynamic(OutlinedLoop form, int holder) {
    StringBuilder descriptor = new StringBuilder("(I");
    for (Value value : form.captures().values()) {
      pass(value, form.captures());
      descriptor.append(Captures.passedType(value));
    }
    if (holder != NO_HOLDER) {
      code.add(new VarInsnNode(Opcodes.ALOAD, holder));
      descriptor.append("[J");
    }
    Handle bootstrap =
        new Handle(
            Opcodes.H_INVOKESTATIC, DISPATCH_CLASS, "bootstrap", BOOTSTRAP_DESCRIPTOR, false);
    // The number is in the name: for an int argument the JDK would make five classes.
    code.add(
        new InvokeDynamicInsnNode(
            "submit" + form.site(), descriptor.append(")I").toString(), bootstrap));
  }

  private void invokeStatic(OutlinedLoop form, int holder) {
    Captures captures = form.captures();
    code.add(new LdcInsnNode(captures.values().size() + (holder == NO_HOLDER ? 0 : 1)));
    code.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
    int position = 0;
    for (Value value : captures.values()) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new LdcInsnNode(position++));
      pass(value, captures);
      box(Captures.passedType(value));
      code.add(new InsnNode(Opcodes.AASTORE));
    }
    if (holder != NO_HOLDER) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new LdcInsnNode(position));
      code.add(new VarInsnNode(Opcodes.ALOAD, holder));
      code.add(new InsnNode(Opcodes.AASTORE));
    }
    code.add(new LdcInsnNode(form.site()));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            DISPATCH_CLASS,
            "submitDirectly",
            "(I[Ljava/lang/Object;I)I",
            false));
  }

  private void pass(Value value, Captures captures) {
    if (captures.isOwn(value)) {
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    } else {
      load(value);
    }
  }

  private void box(String type) {
    String box =
        switch (type) {
          case "I" -> "java/lang/Integer";
          case "J" -> "java/lang/Long";
          case "F" -> "java/lang/Float";
          case "D" -> "java/lang/Double";
          default -> "";
        };
    if (!box.isEmpty()) {
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC, box, "valueOf", "(" + type + ")L" + box + ";", false));
    }
  }

  /** Jumps to the original loop if an object through which a value is reached is null. */
  private void requireBases(Value value) {
    if (value instanceof Value.Field field) {
      field.base().ifPresent(this::require);
    } else if (value instanceof Value.Property property) {
      if (property.question() == Value.Property.Question.IS_NULL) {
        requireBases(property.object());
      } else {
        require(property.object());
      }
    } else if (value instanceof Value.SwitchCase choice) {
      requireBases(choice.ordinal());
    } else if (value instanceof Value.Operation operation) {
      operation.operands().forEach(this::requireBases);
    } else if (value instanceof Value.Element element) {
      requireInside(element);
    }
  }

  /**
   * Jumps to the original loop if an array is null, or the index of an element that is read is out
   * of range.
   */
  private void requireInside(Value.Element element) {
    require(element.array());
    requireBases(element.index());
    new InvariantCode(code, this::load).write(element.index());
    load(element.array());
    code.add(new InsnNode(Opcodes.ARRAYLENGTH));
    code.add(call("java/lang/Integer", "compareUnsigned", "(II)I"));
    code.add(new JumpInsnNode(Opcodes.IFGE, loop.entry().header()));
  }

  /**
   * Jumps to the original loop if an object is null; otherwise keeps it in a local of its own.
   * Jumps to the second call site if the object's class is not the one for which the kernel was
   * made.
   */
  private void require(Value object) {
    List<String> wanted = classes.getOrDefault(object, List.of());
    if ((isThis(object) && wanted.isEmpty()) || checked.containsKey(object)) {
      return;
    }
    if (object instanceof Value.Field field) {
      field.base().ifPresent(this::require);
    }
    load(object);
    int slot = method.maxLocals++;
    code.add(new VarInsnNode(Opcodes.ASTORE, slot));
    code.add(new VarInsnNode(Opcodes.ALOAD, slot));
    code.add(new JumpInsnNode(Opcodes.IFNULL, loop.entry().header()));
    for (String name : wanted) {
      code.add(new VarInsnNode(Opcodes.ALOAD, slot));
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false));
      code.add(new LdcInsnNode(Type.getObjectType(name)));
      code.add(new JumpInsnNode(Opcodes.IF_ACMPNE, otherClass));
      code.add(new VarInsnNode(Opcodes.ALOAD, slot));
      code.add(new TypeInsnNode(Opcodes.CHECKCAST, name));
      code.add(new VarInsnNode(Opcodes.ASTORE, slot));
    }
    checked.put(object, slot);
  }

  private boolean isThis(Value object) {
    return object instanceof Value.Entry entry
        && entry.slot() == 0
        && (method.access & Opcodes.ACC_STATIC) == 0;
  }

  private void load(Value value) {
    Integer slot = checked.get(value);
    if (slot != null) {
      code.add(new VarInsnNode(Opcodes.ALOAD, slot));
    } else if (value instanceof Value.Entry entry) {
      int opcode = Type.getType(entry.descriptor()).getOpcode(Opcodes.ILOAD);
      code.add(new VarInsnNode(opcode, entry.slot()));
    } else if (value instanceof Value.Field field) {
      field.base().ifPresent(this::load);
      Optional<Accessors.Accessor> accessor = loop.captures().accessor(field);
      if (accessor.isPresent()) {
        code.add(
            new MethodInsnNode(
                Opcodes.INVOKEVIRTUAL,
                accessor.get().owner(),
                accessor.get().name(),
                accessor.get().descriptor(),
                false));
        return;
      }
      int opcode = field.base().isPresent() ? Opcodes.GETFIELD : Opcodes.GETSTATIC;
      code.add(new FieldInsnNode(opcode, field.owner(), field.name(), field.descriptor()));
    } else if (value instanceof Value.Property property) {
      ask(property);
    } else if (value instanceof Value.SwitchCase choice) {
      load(choice.table());
      load(choice.ordinal());
      code.add(new InsnNode(Opcodes.IALOAD));
    } else if (value instanceof Value.Element element) {
      load(element.array());
      new InvariantCode(code, this::load).write(element.index());
      String type = element.array().declaredType().orElseThrow().substring(1);
      code.add(new InsnNode(Type.getType(type).getOpcode(Opcodes.IALOAD)));
    } else {
      throw new IllegalStateException(value + " cannot be captured");
    }
  }

  /** Evaluates a property without jumps, which would need stack frames. */
  private void ask(Value.Property property) {
    switch (property.question()) {
      case IS_NULL -> {
        load(property.object());
        code.add(
            new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                "java/util/Objects",
                "isNull",
                "(Ljava/lang/Object;)Z",
                false));
      }
      // Objects of other classes do not reach this code.
      case IS_OF -> code.add(new InsnNode(Opcodes.ICONST_1));
      case ORDINAL -> {
        load(property.object());
        code.add(
            new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Enum", "ordinal", "()I", false));
      }
    }
  }
}
