package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.compiler.classfile.MethodBodies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodBodiesTest {
  @TempDir private Path folder;

  @Test
  void annotationsAndDebugInformationDoNotCount() throws IOException {
    byte[] marked = compile("marked", SaxpySource.SOURCE, "-g");
    byte[] unmarked =
        compile(
            "unmarked",
            "// Lines move.\n" + SaxpySource.SOURCE.replace("@Parallel", ""),
            "-g:none");

    assertThat(marked).isNotEqualTo(unmarked);
    assertThat(MethodBodies.same(marked, unmarked)).isTrue();
  }

  @Test
  void anotherConstantIsOtherCode() throws IOException {
    byte[] first = compile("first", SaxpySource.SOURCE, "-g");
    byte[] second = compile("second", SaxpySource.SOURCE.replace("0.37f", "0.38f"), "-g");

    assertThat(MethodBodies.same(first, second)).isFalse();
  }

  @Test
  void anotherMethodIsOtherCode() throws IOException {
    byte[] first = compile("first", SaxpySource.SOURCE, "-g");
    byte[] second = compile("second", SaxpySource.SOURCE.replace(" saxpy(", " other("), "-g");

    assertThat(MethodBodies.same(first, second)).isFalse();
  }

  private byte[] compile(String name, String source, String debug) throws IOException {
    Path classes =
        ChildProgram.compile(
            folder.resolve(name),
            List.of("--release", "17", debug, "-cp", ChildProgram.apiJar().toString()),
            source);
    return Files.readAllBytes(classes.resolve("Saxpy.class"));
  }
}
