package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictMarkerTest {
  private static final int LINE = ChildProgram.lineOf(SaxpySource.SOURCE, "for (@Parallel");

  private final List<String> forbidden = new ArrayList<>();
  private final StrictMarker marker = new StrictMarker(() -> 40, new Listening());
  private byte[] saxpy = {};

  @TempDir private Path folder;

  @BeforeEach
  void compile() throws IOException {
    saxpy =
        Files.readAllBytes(ChildProgram.compile(folder, SaxpySource.SOURCE).resolve("Saxpy.class"));
  }

  @Test
  void aClassWithoutRefusedLoopsStaysAsItIs() {
    assertThat(marker.mark(Optional.empty(), saxpy, List.of())).isEmpty();
    assertThat(marker.mark(Optional.of(saxpy), new byte[0], List.of())).containsSame(saxpy);
  }

  @Test
  void aCallStandsInFrontOfTheRefusedLoop() {
    byte[] marked = marker.mark(Optional.empty(), saxpy, List.of(refused("saxpy", LINE))).get();

    assertThat(calls(marked)).containsExactly("saxpy:" + LINE);
    assertThat(forbidden).containsExactly("40 Saxpy.saxpy:" + LINE);
  }

  @Test
  void theCallStandsFirstInTheMethodWhereTheLoopHasNoLine() {
    byte[] marked = marker.mark(Optional.empty(), saxpy, List.of(refused("saxpy", -1))).get();

    assertThat(calls(marked)).hasSize(1).first().asString().startsWith("saxpy:");
  }

  private static RefusedLoop refused(String method, int line) {
    return new RefusedLoop(
        new LoopName("Saxpy", method, line, 0), RefusalKind.CALLS, "on purpose", "");
  }

  /** Method and line of each call of the dispatcher. */
  private static List<String> calls(byte[] classFile) {
    List<String> calls = new ArrayList<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] types) {
                return new MethodVisitor(Opcodes.ASM9) {
                  private int line = -1;

                  @Override
                  public void visitLineNumber(int begun, Label start) {
                    line = begun;
                  }

                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String type, boolean isInterface) {
                    if (owner.equals("dev/slipstream/boot/LoopDispatch")) {
                      calls.add(name + ":" + line);
                    }
                  }
                };
              }
            },
            0);
    return calls;
  }

  private final class Listening implements LoopRegistry {
    @Override
    public void taken(LoopKernel kernel, ClassLoader loader) {
      throw new AssertionError(kernel.name());
    }

    @Override
    public void open(OpenCallSite loop, ClassLoader loader) {
      throw new AssertionError(loop.name());
    }

    @Override
    public void refused(RefusedLoop loop) {
      throw new AssertionError(loop.name());
    }

    @Override
    public void forbidden(int site, RefusedLoop loop) {
      forbidden.add(site + " " + loop.name());
    }

    @Override
    public void unreadable(String className, String reason) {
      throw new AssertionError(className);
    }
  }
}
