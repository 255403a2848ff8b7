package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.RefusingInstrumentation;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.compiler.classfile.ClassLibrary;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoaderLibrariesTest {
  private final LoaderLibraries libraries =
      new LoaderLibraries(new RefusingInstrumentation().instrumentation());

  @TempDir private Path folder;

  @Test
  void aClassFileIsTheOneThatTheLoaderFindsAndTheClassIsNotLoaded() throws Exception {
    Path classes = ChildProgram.compile(folder, SaxpySource.SOURCE);
    class Watched extends URLClassLoader {
      Watched() throws Exception {
        super(new URL[] {classes.toUri().toURL()}, null);
      }

      boolean hasLoaded(String name) {
        return findLoadedClass(name) != null;
      }
    }
    try (Watched loader = new Watched()) {
      ClassLibrary library = libraries.apply(loader);

      assertThat(library.find("Saxpy"))
          .hasValueSatisfying(
              file -> assertThat(classes.resolve("Saxpy.class")).hasBinaryContent(file));
      assertThat(library.find("Nothing")).isEmpty();
      assertThat(loader.hasLoaded("Saxpy")).isFalse();
    }
  }

  @Test
  void theLoaderOfProgramsIsAskedItselfWhereItsClassPathCannotBeReached() throws Exception {
    ClassLoader ofPrograms = ClassLoader.getSystemClassLoader();
    String name = LoaderLibrariesTest.class.getName().replace('.', '/');
    Path file = ChildProgram.locationOf(LoaderLibrariesTest.class).resolve(name + ".class");

    assertThat(libraries.apply(ofPrograms).find(name)).hasValue(Files.readAllBytes(file));
  }
}
