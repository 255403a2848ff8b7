package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** Makes class files of versions that no current compiler writes. */
public final class OldClassFile {
  private OldClassFile() {}

  /** Gives a class file an older version; it must not use anything newer than that version. */
  public static void rewrite(Path file, int version) throws IOException {
    ClassReader reader = new ClassReader(Files.readAllBytes(file));
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int newer, int access, String name, String signature, String parent, String[] types) {
            int major = version == 45 ? Opcodes.V1_1 : version;
            super.visit(major, access, name, signature, parent, types);
          }
        },
        ClassReader.SKIP_FRAMES);
    Files.write(file, writer.toByteArray());
  }
}
