package dev.slipstream.compiler.guard.emission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class PlatformReadersTest {
  private static final PlatformReaders READERS = new PlatformReaders("a/Dispatcher");

  @ParameterizedTest
  @CsvSource({
    "java/io/ObjectOutputStream, writeArray read",
    "sun/reflect/misc/MethodUtil, invoke cameOut invoke cameOut",
    "com/sun/beans/decoder/FieldElementHandler, getFieldValue cameOut",
    "jdk/internal/net/http/RequestPublishers$IterablePublisher$ByteBufferIterator, copy read"
  })
  void theMethodThatComesByArraysIsTheOnlyOneThatCallsTheDispatcher(String name, String calls)
      throws IOException {
    assertThat(String.join(" ", callers(guarded(name)))).isEqualTo(calls);
  }

  @Test
  void arraysThatStatementsGiveToConstructorsAreGuarded() throws IOException {
    // In a method that has different names in different JDKs.
    assertThat(callers(guarded("java/beans/Statement")))
        .singleElement()
        .asString()
        .endsWith(" cameOut");
  }

  private static byte[] guarded(String name) throws IOException {
    assertThat(PlatformReaders.include(name)).isTrue();
    GuardedClass guarded = READERS.guard(name, classFile(name));
    assertThat(guarded.unguarded()).isEmpty();
    return guarded.classFile().orElseThrow();
  }

  @Test
  void classesWithoutThatMethodStayAndAreSaidToHaveNoGuard() throws IOException {
    GuardedClass guarded =
        READERS.guard("sun/reflect/misc/MethodUtil", classFile("java/util/List"));
    assertThat(guarded.classFile()).isEmpty();
    assertThat(guarded.unguarded()).hasSize(2);
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
                      callers.add(caller + " " + name);
                    }
                  }
                };
              }
            },
            0);
    return callers;
  }

  private static byte[] classFile(String name) throws IOException {
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(modules)) {
      for (Path module : all) {
        Path file = module.resolve(name + ".class");
        if (Files.exists(file)) {
          return Files.readAllBytes(file);
        }
      }
    }
    throw new FileNotFoundException(name);
  }
}
