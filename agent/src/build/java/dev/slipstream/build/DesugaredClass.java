package dev.slipstream.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Rewrites a class so that the JVM need not make lambdas and records' methods for it. */
final class DesugaredClass extends ClassVisitor {
  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
  private static final String RECORDS = "java/lang/runtime/ObjectMethods";

  private final Map<String, byte[]> added;
  private final Map<String, List<String>> membersOf;
  private final List<RecordMethod> recordMethods = new ArrayList<>();
  private String name = "";
  private String host = "";
  private String simpleName = "";
  private int version;
  private int lambdas;

  /**
   * @param next receives the class
   * @param added receives the classes that lambdas become
   * @param membersOf receives their names, by the hosts of the nests to which they must be added
   */
  DesugaredClass(
      ClassVisitor next, Map<String, byte[]> added, Map<String, List<String>> membersOf) {
    super(Opcodes.ASM9, next);
    this.added = added;
    this.membersOf = membersOf;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String above, String[] interfaces) {
    this.version = version;
    this.name = name;
    this.host = name;
    this.simpleName = name.substring(name.lastIndexOf('/') + 1);
    super.visit(version, access, name, signature, above, interfaces);
  }

  @Override
  public void visitNestHost(String nestHost) {
    host = nestHost;
    super.visitNestHost(nestHost);
  }

  @Override
  public void visitInnerClass(String inner, String outer, String innerName, int access) {
    if (inner.equals(name) && innerName != null) {
      simpleName = innerName;
    }
    super.visitInnerClass(inner, outer, innerName, access);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitInvokeDynamicInsn(
          String called, String type, Handle bootstrap, Object... arguments) {
        if (bootstrap.getOwner().equals(LAMBDAS) && bootstrap.getName().equals("metafactory")) {
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC,
              lambda(called, type, arguments),
              LambdaClass.FACTORY,
              type,
              /* isInterface= */ false);
        } else if (bootstrap.getOwner().equals(RECORDS)) {
          RecordMethod made = new RecordMethod(name, called, type, arguments);
          recordMethods.add(made);
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, name, made.name(), type, /* isInterface= */ false);
        } else {
          super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
        }
      }

      @Override
      public void visitLocalVariable(
          String variable, String type, String signature, Label start, Label end, int slot) {
        // Only debuggers use the names.
      }
    };
  }

  /** Makes the class of a lambda, and returns its name. */
  private String lambda(String method, String factoryType, Object[] arguments) {
    String made = name + "$$Lambda" + ++lambdas;
    Type erased = (Type) arguments[0];
    Type exact = (Type) arguments[2];
    added.put(
        made,
        new LambdaClass(made, host, version, factoryType)
            .write(method, erased, (Handle) arguments[1], exact));
    membersOf.computeIfAbsent(host, none -> new ArrayList<>()).add(made);
    return made;
  }

  @Override
  public void visitEnd() {
    recordMethods.forEach(made -> made.write(cv, simpleName));
    super.visitEnd();
  }
}
