package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class SerialisationGuardTest {
  private static final SerialisationGuard GUARD = new SerialisationGuard("a/Dispatcher");

  @Test
  void theMethodThatWritesArraysIsTheOnlyOneThatCallsTheDispatcher() throws IOException {
    GuardedClass guarded = GUARD.guard(classFile(ObjectOutputStream.class));
    assertThat(guarded.unguarded()).isEmpty();
    assertThat(callers(guarded.classFile().orElseThrow())).containsExactly("writeArray");
  }

  @Test
  void classesWithoutThatMethodStayAndAreSaidToHaveNoGuard() throws IOException {
    GuardedClass guarded = GUARD.guard(classFile(SerialisationGuardTest.class));
    assertThat(guarded.classFile()).isEmpty();
    assertThat(guarded.unguarded()).hasSize(1);
  }

  private static List<String> callers(byte[] classFile) {
    List<String> callers = new ArrayList<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String caller, String desc, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String name, String desc, boolean isInterface) {
                    if (owner.equals("a/Dispatcher")) {
                      callers.add(caller);
                    }
                  }
                };
              }
            },
            0);
    return callers;
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in =
        Objects.requireNonNull(ClassLoader.getSystemResourceAsStream(name), name)) {
      return in.readAllBytes();
    }
  }
}
