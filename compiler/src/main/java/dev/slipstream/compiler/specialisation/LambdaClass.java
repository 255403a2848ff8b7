package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.normalisation.inlining.Lambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes a class file for the class of a lambda or method reference, for which the JDK has none. Its
 * only method calls the only method that the class refers to. It passes the captured values, in the
 * order of the fields {@code arg$1}, {@code arg$2}, …, followed by its own arguments, as the code
 * written by {@code java.lang.invoke.InnerClassLambdaMetafactory} does.
 */
final class LambdaClass {
  private static final String CAPTURED = "arg$";

  private LambdaClass() {}

  /** Whether a class appears to be that of a lambda. */
  static boolean isLambda(Class<?> type) {
    return type.isHidden()
        && type.isSynthetic()
        && Modifier.isFinal(type.getModifiers())
        && type.getSuperclass() == Object.class
        && type.getInterfaces().length > 0
        && type.getName().startsWith(type.getNestHost().getName() + "$$Lambda");
  }

  /** The internal name by which the class is referred to. */
  static String nameOf(Class<?> type) {
    int number = type.getName().lastIndexOf('/');
    String name = type.getName();
    return name.substring(0, number).replace('.', '/') + "_" + name.substring(number + 1);
  }

  /** The method that a lambda runs, as shown to users; empty if it cannot be determined. */
  static Optional<String> target(Class<?> type, JavaObjects objects) {
    return implementation(type, objects)
        .map(target -> target.owner().substring(target.owner().lastIndexOf('/') + 1))
        .flatMap(owner -> implementation(type, objects).map(t -> owner + "." + t.name()));
  }

  /** A class file with the same behaviour; empty if the lambda's behaviour cannot be determined. */
  static Optional<byte[]> file(Class<?> type, JavaObjects objects) {
    try {
      Optional<JavaObjects.MethodReference> target = implementation(type, objects);
      Optional<List<Field>> captured = captured(type);
      return target.isPresent() && captured.isPresent()
          ? write(type, target.get(), captured.get())
          : Optional.empty();
    } catch (LinkageError missing) {
      // A type in the signature of one of its methods cannot be loaded.
      return Optional.empty();
    }
  }

  private static Optional<JavaObjects.MethodReference> implementation(
      Class<?> type, JavaObjects objects) {
    List<JavaObjects.MethodReference> others =
        objects.methodReferences(type).orElse(List.of()).stream()
            .filter(m -> !(m.owner().equals("java/lang/Object") && m.name().equals("<init>")))
            .toList();
    // There are more if numbers are boxed, or if the method is called through a handle.
    return others.size() == 1
        ? Optional.of(others.get(0)).filter(m -> !m.owner().startsWith("java/lang/invoke/"))
        : Optional.empty();
  }

  private static Optional<List<Field>> captured(Class<?> type) {
    List<Field> fields = new ArrayList<>(List.of(type.getDeclaredFields()));
    boolean expected =
        fields.stream()
            .allMatch(
                field ->
                    field.getName().matches("arg\\$\\d+")
                        && Modifier.isFinal(field.getModifiers())
                        && !Modifier.isStatic(field.getModifiers()));
    fields.sort(
        Comparator.comparingInt(f -> Integer.parseInt(f.getName().substring(CAPTURED.length()))));
    return expected ? Optional.of(fields) : Optional.empty();
  }

  private static Optional<byte[]> write(
      Class<?> type, JavaObjects.MethodReference target, List<Field> captured) {
    String name = nameOf(type);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String[] interfaces = new String[type.getInterfaces().length];
    for (int i = 0; i < interfaces.length; i++) {
      interfaces[i] = Type.getInternalName(type.getInterfaces()[i]);
    }
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        "java/lang/Object",
        interfaces);
    for (Field field : captured) {
      writer.visitField(
          Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
          field.getName(),
          Type.getDescriptor(field.getType()),
          null,
          null);
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())
          && !Modifier.isStatic(method.getModifiers())
          && !write(writer, name, method, target, captured)) {
        return Optional.empty();
      }
    }
    return Optional.of(writer.toByteArray());
  }

  private static boolean write(
      ClassWriter writer,
      String name,
      Method method,
      JavaObjects.MethodReference target,
      List<Field> captured) {
    List<Type> types = new ArrayList<>();
    for (Field field : captured) {
      types.add(Type.getType(field.getType()));
    }
    String descriptor = Type.getMethodDescriptor(method);
    int given = Type.getArgumentTypes(descriptor).length;
    int wanted = Type.getArgumentTypes(target.descriptor()).length;
    boolean creates = target.name().equals("<init>");
    boolean onObject = !creates && captured.size() + given == wanted + 1;
    if (!onObject && captured.size() + given != wanted) {
      return false;
    }
    int tag =
        creates
            ? Opcodes.H_NEWINVOKESPECIAL
            : !onObject
                ? Opcodes.H_INVOKESTATIC
                : target.ofInterface() ? Opcodes.H_INVOKEINTERFACE : Opcodes.H_INVOKEVIRTUAL;
    MethodNode code = new MethodNode(Opcodes.ACC_PUBLIC, method.getName(), descriptor, null, null);
    List<Integer> slots = new ArrayList<>();
    int slot = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    for (int c = 0; c < captured.size(); c++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(
          Opcodes.GETFIELD, name, captured.get(c).getName(), types.get(c).getDescriptor());
      code.visitVarInsn(types.get(c).getOpcode(Opcodes.ISTORE), slot);
      slots.add(slot);
      slot += types.get(c).getSize();
    }
    Handle implementation =
        new Handle(tag, target.owner(), target.name(), target.descriptor(), target.ofInterface());
    Optional<InsnList> run =
        Lambda.call(
            implementation, types.toArray(new Type[0]), slots, descriptor, /* argument= */ 1);
    if (run.isEmpty()) {
      return false;
    }
    code.instructions.add(run.get());
    code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    code.accept(writer);
    return true;
  }
}
