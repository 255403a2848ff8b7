package dev.slipstream.agent.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyClassesTest {
  private static final List<String> NEEDED =
      IntStream.range(0, 30).mapToObj(i -> "dev.slipstream.runtime.Needed" + i).toList();

  @TempDir private Path folder;

  /** Creates each class for which it is asked. */
  private static final class Loader extends ClassLoader {
    private final List<Class<?>> loaded = new ArrayList<>();
    private final String missing;

    Loader() {
      this("");
    }

    /** No class of this name is found. */
    Loader(String missing) {
      super(null);
      this.missing = missing;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals(missing)) {
        throw new ClassNotFoundException(name);
      }
      byte[] file = new ByteBuddy().subclass(Object.class).name(name).make().getBytes();
      Class<?> type = defineClass(name, file, 0, file.length);
      loaded.add(type);
      return type;
    }

    List<String> names() {
      return loaded.stream().<String>map(Class::getName).toList();
    }

    EarlyClasses of(Path folder, String agent) {
      return new EarlyClasses(
          folder,
          agent,
          this,
          () -> Stream.concat(Stream.of(String.class), loaded.stream()).toArray(Class<?>[]::new),
          Log.none());
    }
  }

  private void keepAllOf(Loader loader) throws ClassNotFoundException {
    for (String name : NEEDED) {
      loader.loadClass(name);
    }
    EarlyClasses classes = loader.of(folder, "this agent");
    classes.load();
    classes.keep();
  }

  private List<String> loadedEarly(String agent) {
    return loadedEarly(new Loader(), agent);
  }

  private List<String> loadedEarly(Loader next, String agent) {
    next.of(folder, agent).load();
    return next.names();
  }

  @Test
  void theNextProgramLoadsEarlyWhatDevicesHaveNeeded() throws Exception {
    Loader first = new Loader();
    first.loadClass("dev.slipstream.compiler.Other");
    keepAllOf(first);
    assertThat(loadedEarly("this agent")).containsExactlyInAnyOrderElementsOf(NEEDED);
  }

  @Test
  void anotherAgentLoadsNothingEarly() throws Exception {
    keepAllOf(new Loader());
    assertThat(loadedEarly("another agent")).isEmpty();
  }

  @Test
  void aClassThatDoesNotExistAnyMoreIsLeftOut() throws Exception {
    Loader first = new Loader();
    first.loadClass("dev.slipstream.runtime.Moved");
    keepAllOf(first);
    assertThat(loadedEarly(new Loader("dev.slipstream.runtime.Moved"), "this agent"))
        .containsExactlyInAnyOrderElementsOf(NEEDED);
  }

  @Test
  void whatIsNotTheAgentsIsNeverLoaded() throws Exception {
    KeptEntries entries =
        new KeptEntries(
            folder, "classes-", "" + Runtime.version().feature(), "this agent", Log.none());
    String names = "com.example.Other\njava.util.zip.Deflater\n" + NEEDED.get(0);
    entries.add(ClassKey.NONE, names.getBytes(StandardCharsets.UTF_8));
    entries.write(there -> true);
    assertThat(loadedEarly("this agent")).containsExactly(NEEDED.get(0));
  }

  @Test
  void aDamagedListIsIgnored() throws Exception {
    keepAllOf(new Loader());
    byte[] bytes = Files.readAllBytes(list());
    bytes[bytes.length - 1]++;
    Files.write(list(), bytes);
    assertThat(loadedEarly("this agent")).isEmpty();
  }

  @Test
  void aProgramThatEndsBeforeTheListIsReadLeavesItAsItIs() throws Exception {
    keepAllOf(new Loader());
    byte[] before = Files.readAllBytes(list());
    Loader second = new Loader();
    for (int i = 0; i < 50; i++) {
      second.loadClass("dev.slipstream.model.Other" + i);
    }
    second.of(folder, "this agent").keep();
    assertThat(Files.readAllBytes(list())).isEqualTo(before);
  }

  @Test
  void fewMoreClassesAreNotWorthAnotherList() throws Exception {
    keepAllOf(new Loader());
    byte[] before = Files.readAllBytes(list());
    Loader second = new Loader();
    EarlyClasses classes = second.of(folder, "this agent");
    classes.load();
    second.loadClass("org.lwjgl.Another");
    classes.keep();
    assertThat(Files.readAllBytes(list())).isEqualTo(before);
  }

  private Path list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("classes-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
