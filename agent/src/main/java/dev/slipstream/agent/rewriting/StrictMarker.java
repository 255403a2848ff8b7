package dev.slipstream.agent.rewriting;

import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * For strict mode: puts a call site in front of each refused loop, which throws when it is reached.
 * What a transformer throws itself the JVM drops.
 */
public final class StrictMarker {
  private final IntSupplier siteNumbers;
  private final LoopRegistry registry;

  public StrictMarker(IntSupplier siteNumbers, LoopRegistry registry) {
    this.siteNumbers = siteNumbers;
    this.registry = registry;
  }

  /**
   * The class file that the JVM gets.
   *
   * @param rewritten the class file with the taken loops, or empty if none was taken
   * @param original the class file as it was
   * @param refused the loops that were not taken; may be empty
   * @return empty if the class stays as it was
   */
  Optional<byte[]> mark(Optional<byte[]> rewritten, byte[] original, List<RefusedLoop> refused) {
    if (refused.isEmpty()) {
      return rewritten;
    }
    Map<RefusedLoop, Integer> sites = new HashMap<>();
    for (RefusedLoop loop : refused) {
      int site = siteNumbers.getAsInt();
      registry.forbidden(site, loop);
      sites.put(loop, site);
    }
    ClassReader reader = new ClassReader(rewritten.orElse(original));
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Marking(writer, sites), 0);
    return Optional.of(writer.toByteArray());
  }

  /** Writes the call that throws; the stack and the locals are as before it. */
  private static void call(MethodVisitor method, int site) {
    method.visitInsn(Opcodes.ICONST_0);
    method.visitInsn(Opcodes.ICONST_0);
    method.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    method.visitLdcInsn(site);
    method.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(LoopDispatch.class),
        "submit",
        "(I[Ljava/lang/Object;I)I",
        false);
    method.visitInsn(Opcodes.POP);
  }

  /** Finds the methods that hold refused loops. */
  private static final class Marking extends ClassVisitor {
    private final Map<RefusedLoop, Integer> sites;

    Marking(ClassVisitor next, Map<RefusedLoop, Integer> sites) {
      super(Opcodes.ASM9, next);
      this.sites = sites;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      Map<Integer, Integer> siteOfLine = new HashMap<>();
      sites.forEach(
          (loop, site) -> {
            if (loop.name().method().equals(name)) {
              siteOfLine.put(loop.name().line(), site);
            }
          });
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      return siteOfLine.isEmpty() ? method : new LineMarking(method, siteOfLine);
    }
  }

  /** Puts the call in front of the first instruction of a loop's line. */
  private static final class LineMarking extends InstructionVisitor {
    /** The line that stands for a loop without one; its call comes first in the method. */
    private static final int NO_LINE = -1;

    private final Map<Integer, Integer> siteOfLine;
    private int line = NO_LINE;

    LineMarking(MethodVisitor next, Map<Integer, Integer> siteOfLine) {
      super(next);
      this.siteOfLine = siteOfLine;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      beforeInstruction();
    }

    @Override
    void lineBegins(int begun) {
      line = begun;
    }

    @Override
    void beforeInstruction() {
      Integer site = siteOfLine.remove(line);
      if (site != null) {
        call(mv, site);
      }
    }
  }
}
