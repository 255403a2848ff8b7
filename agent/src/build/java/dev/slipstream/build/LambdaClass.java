package dev.slipstream.build;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the class that a lambda or a method reference becomes. */
final class LambdaClass {
  /** The static method that returns an object of the class, given what the lambda captures. */
  static final String FACTORY = "of";

  private static final String INSTANCE = "INSTANCE";

  private final String name;
  private final Type made;
  private final Type[] captured;
  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

  /**
   * @param host the host of the nest to which the class with the lambda belongs
   * @param factoryType what the lambda captures, and its interface
   */
  LambdaClass(String name, String host, int version, String factoryType) {
    this.name = name;
    this.made = Type.getReturnType(factoryType);
    this.captured = Type.getArgumentTypes(factoryType);
    writer.visit(
        version,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        "java/lang/Object",
        new String[] {made.getInternalName()});
    writer.visitNestHost(host);
  }

  /**
   * @param method the name of the interface's method
   * @param erased its type
   * @param code what it calls
   * @param exact its type here, which may be narrower than the erased one
   */
  byte[] write(String method, Type erased, Handle code, Type exact) {
    for (int k = 0; k < captured.length; k++) {
      writer
          .visitField(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
              field(k),
              captured[k].getDescriptor(),
              null,
              null)
          .visitEnd();
    }
    writeConstructor();
    writeFactory();
    writeMethod(method, erased, code, exact);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static String field(int k) {
    return "captured" + k;
  }

  private String constructorType() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, captured);
  }

  private void writeConstructor() {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", constructorType(), null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    int slot = 1;
    for (int k = 0; k < captured.length; k++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(captured[k].getOpcode(Opcodes.ILOAD), slot);
      code.visitFieldInsn(Opcodes.PUTFIELD, name, field(k), captured[k].getDescriptor());
      slot += captured[k].getSize();
    }
    end(code, Opcodes.RETURN);
  }

  /** A lambda that captures nothing is one object, as those that the JVM makes are. */
  private void writeFactory() {
    boolean isSingle = captured.length == 0;
    if (isSingle) {
      writer
          .visitField(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
              INSTANCE,
              made.getDescriptor(),
              null,
              null)
          .visitEnd();
      MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
      code.visitCode();
      create(code);
      code.visitFieldInsn(Opcodes.PUTSTATIC, name, INSTANCE, made.getDescriptor());
      end(code, Opcodes.RETURN);
    }
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_STATIC, FACTORY, Type.getMethodDescriptor(made, captured), null, null);
    code.visitCode();
    if (isSingle) {
      code.visitFieldInsn(Opcodes.GETSTATIC, name, INSTANCE, made.getDescriptor());
    } else {
      create(code);
    }
    end(code, Opcodes.ARETURN);
  }

  private void create(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    int slot = 0;
    for (Type each : captured) {
      code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), slot);
      slot += each.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructorType(), false);
  }

  private void writeMethod(String method, Type erased, Handle called, Type exact) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC, method, erased.getDescriptor(), null, null);
    code.visitCode();
    boolean isConstructor = called.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    if (isConstructor) {
      code.visitTypeInsn(Opcodes.NEW, called.getOwner());
      code.visitInsn(Opcodes.DUP);
    }
    Type[] given = Type.getArgumentTypes(called.getDesc());
    boolean hasReceiver = !isConstructor && called.getTag() != Opcodes.H_INVOKESTATIC;
    int next = hasReceiver ? -1 : 0;
    for (int k = 0; k < captured.length; k++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, field(k), captured[k].getDescriptor());
      next++;
    }
    Type[] erasedArguments = erased.getArgumentTypes();
    Type[] exactArguments = exact.getArgumentTypes();
    int slot = 1;
    for (int k = 0; k < erasedArguments.length; k++) {
      code.visitVarInsn(erasedArguments[k].getOpcode(Opcodes.ILOAD), slot);
      slot += erasedArguments[k].getSize();
      Type to = next < 0 ? Type.getObjectType(called.getOwner()) : given[next];
      new Conversion(code).argument(erasedArguments[k], exactArguments[k], to);
      next++;
    }
    code.visitMethodInsn(
        opcode(called),
        called.getOwner(),
        called.getName(),
        called.getDesc(),
        called.isInterface());
    Type returned =
        isConstructor
            ? Type.getObjectType(called.getOwner())
            : Type.getReturnType(called.getDesc());
    new Conversion(code).result(returned, erased.getReturnType());
    end(code, erased.getReturnType().getOpcode(Opcodes.IRETURN));
  }

  /** A private method is called as others are, since its class is in the same nest. */
  private static int opcode(Handle called) {
    switch (called.getTag()) {
      case Opcodes.H_INVOKESTATIC:
        return Opcodes.INVOKESTATIC;
      case Opcodes.H_NEWINVOKESPECIAL:
        return Opcodes.INVOKESPECIAL;
      default:
        return called.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    }
  }

  private static void end(MethodVisitor code, int opcode) {
    code.visitInsn(opcode);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
