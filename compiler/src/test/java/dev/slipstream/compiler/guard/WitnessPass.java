package dev.slipstream.compiler.guard;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a class report to {@link Witness} each element that it accesses, each array that it
 * creates, and each event, one by one and without any analysis. Shares no code with the pass that
 * inserts the guards.
 */
final class WitnessPass extends ClassVisitor {
  private static final Set<String> NUMBERS =
      Set.of(
          "Math",
          "StrictMath",
          "Integer",
          "Long",
          "Float",
          "Double",
          "Character",
          "Boolean",
          "Byte",
          "Short");
  private static final Set<String> QUIET =
      Set.of(
          "java/lang/Object.<init>",
          "java/lang/Object.getClass",
          "java/lang/String.length",
          "java/lang/String.charAt",
          "java/lang/String.isEmpty");

  /** Methods of the JDK with one array, which they read or keep. */
  private static final Set<String> PASSING =
      Set.of("java/util/Arrays.sort", "java/util/Arrays.hashCode", "java/nio/IntBuffer.wrap");

  private static final Set<String> COPYING =
      Set.of("java/util/Arrays.copyOf", "java/util/Arrays.copyOfRange");

  /** The prefix of methods that are between the guards and the witness. */
  private static final String OWN = ".slip$";

  private final Set<String> volatileFields;
  private String className = "";

  private WitnessPass(ClassVisitor next, Set<String> volatileFields) {
    super(Opcodes.ASM9, next);
    this.volatileFields = volatileFields;
  }

  /**
   * @param volatileFields names of volatile fields, regardless of their class
   */
  static byte[] apply(byte[] classFile, Set<String> volatileFields) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new WitnessPass(writer, volatileFields), 0);
    return writer.toByteArray();
  }

  /** The names of volatile fields in some class files. */
  static Set<String> volatileFields(Map<String, byte[]> classes) {
    Set<String> names = new java.util.HashSet<>();
    for (byte[] classFile : classes.values()) {
      new ClassReader(classFile)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public @Nullable FieldVisitor visitField(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    @Nullable Object value) {
                  if ((access & Opcodes.ACC_VOLATILE) != 0) {
                    names.add(name);
                  }
                  return null;
                }
              },
              ClassReader.SKIP_CODE);
    }
    return names;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    className = name;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
    return ("." + name).startsWith(OWN)
        ? method
        : new Telling(method, className + "." + name + descriptor);
  }

  private final class Telling extends MethodVisitor {
    private final String method;
    private int accesses;

    Telling(MethodVisitor next, String method) {
      super(Opcodes.ASM9, next);
      this.method = method;
    }

    private void tell(String name, String descriptor) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, Witness.NAME, name, descriptor, false);
    }

    private void event() {
      tell("event", "()V");
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (!method.contains(".<clinit>")) {
        event();
      }
    }

    @Override
    public void visitInsn(int opcode) {
      boolean store =
          opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE;
      if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD) {
        where();
        super.visitInsn(Opcodes.DUP2);
        tell("reads", "(Ljava/lang/Object;I)V");
      } else if (store) {
        where();
        boolean wide = opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
        super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
        super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
        tell("writes", "(Ljava/lang/Object;I)V");
      } else if (opcode == Opcodes.MONITORENTER
          || opcode == Opcodes.MONITOREXIT
          || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)) {
        event();
      }
      super.visitInsn(opcode);
      if (store) {
        tell("stored", "()V");
      } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
        event();
      }
    }

    private void where() {
      super.visitLdcInsn(method + "#" + accesses++);
      tell("at", "(Ljava/lang/String;)V");
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      super.visitIntInsn(opcode, operand);
      if (opcode == Opcodes.NEWARRAY) {
        fresh();
      }
    }

    private void fresh() {
      super.visitInsn(Opcodes.DUP);
      tell("fresh", "(Ljava/lang/Object;)V");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      boolean event = volatileFields.contains(name);
      if (event) {
        event();
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
      if (event) {
        event();
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals(Witness.NAME)
          || ("." + name).startsWith(OWN)
          || isQuiet(opcode, owner, name, descriptor)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      // Fences are next to the call, so the call is checked before it counts as an event.
      String call = owner + "." + name;
      boolean isNative = call.equals("Program.outside");
      if (isNative) {
        tell("beforeNative", "()V");
      } else if (PASSING.contains(call)) {
        super.visitInsn(Opcodes.DUP);
        tell("passes", "(Ljava/lang/Object;)V");
      }
      event();
      boolean writes = call.equals("java/util/Arrays.sort");
      if (writes) {
        super.visitInsn(Opcodes.DUP);
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      event();
      if (writes) {
        tell("changed", "(Ljava/lang/Object;)V");
      } else if (call.equals("java/nio/IntBuffer.array")) {
        super.visitInsn(Opcodes.DUP);
        tell("returned", "(Ljava/lang/Object;)V");
      } else if (isNative) {
        tell("afterNative", "()V");
      }
      if (COPYING.contains(owner + "." + name)
          || (owner.startsWith("[") && owner.length() == 2 && name.equals("clone"))) {
        fresh();
      }
    }

    private static boolean isQuiet(int opcode, String owner, String name, String descriptor) {
      return QUIET.contains(owner + "." + name)
          || (opcode == Opcodes.INVOKESTATIC
              && owner.startsWith("java/lang/")
              && NUMBERS.contains(owner.substring(10))
              && !name.equals("random")
              && descriptor.indexOf('L') < 0
              && descriptor.indexOf('[') < 0);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      event();
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
      event();
    }
  }
}
