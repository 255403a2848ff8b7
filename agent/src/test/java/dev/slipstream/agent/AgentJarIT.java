package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The contents of the jar that users attach, besides its classes. */
@Tag("finished-jar")
class AgentJarIT {
  /** Paths of others' packages, as they are named in the jar. */
  private static final Map<String, String> LICENCES =
      Map.of(
          "dev/slipstream/shaded/asm/", "META-INF/licenses/ASM.txt",
          "dev/slipstream/shaded/bytebuddy/", "META-INF/LICENSE",
          "dev/slipstream/shaded/hdrhistogram/", "META-INF/licenses/HdrHistogram.txt",
          "dev/slipstream/shaded/micrometer/", "META-INF/LICENSE",
          "org/jspecify/", "META-INF/LICENSE",
          "org/lwjgl/", "META-INF/licenses/LWJGL.txt",
          "org/openucx/", "META-INF/licenses/UCX.txt");

  @Test
  void theJarHasTheLicencesOfAllThatIsInIt() throws IOException {
    Set<String> unlicensed = new TreeSet<>();
    Set<String> used = new TreeSet<>();
    try (JarFile jar = new JarFile(ChildJvm.agentJar().toFile())) {
      for (JarEntry entry : entries(jar)) {
        String name = entry.getName().replaceFirst("^inst/(META-INF/versions/\\d+/)?", "");
        if (name.endsWith(".class") && !isOwn(name)) {
          String found = LICENCES.keySet().stream().filter(name::startsWith).findAny().orElse("");
          (found.isEmpty() ? unlicensed : used).add(found.isEmpty() ? name : found);
        }
      }
      assertThat(unlicensed).isEmpty();
      assertThat(used).isEqualTo(new TreeSet<>(LICENCES.keySet()));
      for (String licence : LICENCES.values()) {
        assertThat(jar.getEntry(licence).getSize()).as(licence).isGreaterThan(1000);
      }
    }
  }

  private static boolean isOwn(String name) {
    return name.startsWith("dev/slipstream/") && !name.startsWith("dev/slipstream/shaded/");
  }

  @Test
  void noEntrySaysWhenItWasMadeSoThatTwoBuildsAreTheSame() throws IOException {
    try (JarFile jar = new JarFile(ChildJvm.agentJar().toFile())) {
      assertThat(entries(jar).stream().map(JarEntry::getTimeLocal).distinct()).hasSize(1);
    }
  }

  @Test
  void theJvmNeedNotMakeLambdasAndRecordsMethodsForTheAgent() throws IOException {
    Set<String> made = new TreeSet<>();
    try (JarFile jar = new JarFile(ChildJvm.agentJar().toFile())) {
      for (JarEntry entry : entries(jar)) {
        String name = entry.getName().replaceFirst("^inst/", "");
        if (name.endsWith(".class") && isOwn(name)) {
          assertThat(entry.getMethod())
              .as(entry.getName())
              .isEqualTo(name.equals(entry.getName()) ? ZipEntry.DEFLATED : ZipEntry.STORED);
          made.addAll(dynamicCalls(jar.getInputStream(entry).readAllBytes()));
        }
      }
    }
    assertThat(made).doesNotContain("metafactory").doesNotContain("bootstrap");
  }

  /** The names of the methods that link what a class calls dynamically. */
  private static Set<String> dynamicCalls(byte[] classFile) {
    Set<String> found = new TreeSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitInvokeDynamicInsn(
                      String name, String type, Handle linker, Object... arguments) {
                    found.add(linker.getName());
                  }
                };
              }
            },
            ClassReader.SKIP_DEBUG);
    return found;
  }

  private static List<JarEntry> entries(JarFile jar) {
    return Collections.list(jar.entries());
  }
}
