package dev.slipstream.agent.marks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.runtime.configuration.Log;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramMarksTest {
  private static final String MARKED =
      """
      import dev.slipstream.api.Parallel;
      public class Marked {
        static void half(double[] a) {
          for (@Parallel int i = 0; i < a.length; i++) {
            a[i] *= 0.5;
          }
        }
      }
      """;
  private static final String PLAIN =
      """
      public class Plain {
        static int sum(int[] a) {
          int sum = 0;
          for (int i = 0; i < a.length; i++) {
            sum += a[i];
          }
          return sum;
        }
      }
      """;

  @TempDir private Path folder;
  private byte[] marked = new byte[0];
  private byte[] plain = new byte[0];
  private Path cache = Path.of("");

  @BeforeEach
  void compile() throws IOException {
    Path classes = ChildProgram.compile(folder.resolve("compiled"), MARKED, PLAIN);
    marked = Files.readAllBytes(classes.resolve("Marked.class"));
    plain = Files.readAllBytes(classes.resolve("Plain.class"));
    cache = folder.resolve("cache");
  }

  @Test
  void aMarkInAJarOrAFolderOfTheClassPathIsFound() throws IOException {
    Path plainJar = jar("plain.jar", "", "p/Plain.class", plain);
    Path markedJar = jar("marked.jar", "", "m/Marked.class", marked);
    Path plainFolder = inFolder("classes", "p/Plain.class", plain);
    Path markedFolder = inFolder("more", "m/deep/Marked.class", marked);
    assertThat(absentOn(plainJar, plainFolder, folder.resolve("missing.jar"))).isTrue();
    assertThat(absentOn(plainJar, markedJar)).isFalse();
    assertThat(absentOn(plainJar, markedFolder)).isFalse();
  }

  @Test
  void linksAreFollowedButNotInCircles() throws IOException {
    Path outer = inFolder("outer", "p/Plain.class", plain).toRealPath();
    // With two links there are 2^64 ways of the depth that is scanned.
    Files.createSymbolicLink(outer.resolve("p/again"), outer);
    Files.createSymbolicLink(outer.resolve("p/once"), outer);
    Files.createSymbolicLink(outer.resolve("p/broken"), outer.resolve("missing"));
    assertThat(absentOn(outer)).isTrue();
    Files.createSymbolicLink(outer.resolve("p/other"), inFolder("other", "m/Marked.class", marked));
    assertThat(absentOn(outer)).isFalse();
  }

  @Test
  void jarsWithinAJarAndThoseThatItsManifestNamesBelongToIt() throws IOException {
    byte[] inner = Files.readAllBytes(jar("inner.jar", "", "m/Marked.class", marked));
    jar("beside.jar", "", "m/Marked.class", marked);
    jar("harmless.jar", "", "m/Plain.class", plain);
    assertThat(absentOn(jar("fat.jar", "", "BOOT-INF/lib/inner.jar", inner))).isFalse();
    assertThat(absentOn(jar("main.jar", "harmless.jar beside.jar", "p/Plain.class", plain)))
        .isFalse();
    assertThat(absentOn(jar("other.jar", "harmless.jar", "p/Plain.class", plain))).isTrue();
    // In the second start the jar is known, and so are the places that its manifest names.
    jar("harmless.jar", "beside.jar", "m/Plain.class", plain);
    assertThat(absentOn(folder.resolve("other.jar"))).isFalse();
  }

  @Test
  void aFolderOfModulesHoldsJarsOfModules() throws IOException {
    Path modules = Files.createDirectories(folder.resolve("modules"));
    Files.move(jar("marked.jar", "", "m/Marked.class", marked), modules.resolve("marked.jar"));
    Properties system = system("");
    system.setProperty("jdk.module.main", "some.program");
    system.setProperty("jdk.module.path", modules.toString());
    assertThat(areAbsent(system)).isFalse();
    Files.delete(modules.resolve("marked.jar"));
    assertThat(areAbsent(system)).isTrue();
  }

  @Test
  void aJarIsReadAgainOnlyIfItHasChanged() throws IOException {
    Path jar = jar("program.jar", "", "p/Plain.class", plain);
    FileTime then = Files.getLastModifiedTime(jar);
    assertThat(absentOn(jar)).isTrue();
    byte[] damaged = new byte[(int) Files.size(jar)];
    Files.write(jar, damaged);
    Files.setLastModifiedTime(jar, then);
    assertThat(absentOn(jar)).isTrue();
    Files.setLastModifiedTime(jar, FileTime.fromMillis(then.toMillis() + 1000));
    assertThat(absentOn(jar)).isFalse();
    jar("program.jar", "", "m/Marked.class", marked);
    assertThat(absentOn(jar)).isFalse();
  }

  @Test
  void whatIsTooMuchForOneStartIsReadInSeveral() throws IOException {
    Path first = jar("first.jar", "", "p/Plain.class", plain);
    Path second = jar("second.jar", "", "p/Plain.class", plain);
    long enoughForOne = 6000;
    Properties system = system(path(first, second));
    assertThat(marks(system, enoughForOne).areAbsent()).isFalse();
    assertThat(marks(system, enoughForOne).areAbsent()).isTrue();
    // A jar that is too large on its own is not scanned again at each start.
    Path large = jar("large.jar", "", "p/Plain.class", plain);
    assertThat(marks(system(path(large)), 10).areAbsent()).isFalse();
    assertThat(absentOn(large)).isFalse();
  }

  @Test
  void whereClassesMayComeFromElsewhereNothingIsCertain() throws IOException {
    Path jar = jar("program.jar", "", "p/Plain.class", plain);
    Properties compiled = system(jar.toString());
    compiled.setProperty("jdk.module.main", "jdk.compiler");
    Properties embedded = system(jar.toString());
    embedded.remove("sun.java.command");
    Properties ownLoader = system(jar.toString());
    ownLoader.setProperty("java.system.class.loader", "p.Loader");
    assertThat(areAbsent(compiled)).isFalse();
    assertThat(areAbsent(embedded)).isFalse();
    assertThat(areAbsent(ownLoader)).isFalse();
  }

  @Test
  void aProgramWhoseLoopsCameFromElsewhereIsRemembered() throws IOException {
    Path jar = jar("program.jar", "", "p/Plain.class", plain);
    Properties system = system(jar.toString());
    ProgramMarks first = marks(system, ProgramMarks.MOST_OF_JARS);
    assertThat(first.areAbsent()).isTrue();
    first.cameLate();
    assertThat(areAbsent(system)).isFalse();
    Properties other = system(jar.toString());
    other.setProperty("sun.java.command", "p.Other argument");
    assertThat(areAbsent(other)).isTrue();
  }

  @Test
  void whatIsKnownIsTakenFromTheUsersOwnFolderOnly() throws IOException {
    Path jar = jar("program.jar", "", "p/Plain.class", plain);
    FileTime then = Files.getLastModifiedTime(jar);
    assertThat(absentOn(jar)).isTrue();
    Files.write(jar, new byte[(int) Files.size(jar)]);
    Files.setLastModifiedTime(jar, then);
    assertThat(absentOn(jar)).isTrue();
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(absentOn(jar)).isFalse();
  }

  @Test
  void theDescriptionOfAProgramDiffersWhereOneOfItsFilesDoes() throws IOException {
    jar("beside.jar", "", "p/Beside.class", plain);
    Path jar = jar("program.jar", "beside.jar", "p/Plain.class", plain);
    Path classes = inFolder("classes", "q/Plain.class", plain);
    Properties system = system(path(jar, classes));
    List<String> options = List.of("-Xmx1g", "-javaagent:slipstream-agent.jar");
    String first = files(system, options).orElseThrow();
    assertThat(files(system, options)).contains(first);
    for (Path file : List.of(folder.resolve("beside.jar"), jar, classes.resolve("q/Plain.class"))) {
      String before = files(system, options).orElseThrow();
      FileTime time = Files.getLastModifiedTime(file);
      Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 5000));
      assertThat(files(system, options).orElseThrow()).as("%s", file).isNotEqualTo(before);
    }
    inFolder("classes", "q/More.class", plain);
    assertThat(files(system, options).orElseThrow()).contains("More.class");
    assertThat(files(system, List.of("-javaagent:s.jar", "--add-modules=x")).orElseThrow())
        .contains("--add-modules=x");
  }

  @Test
  void whereAnotherAgentOrALoaderMayAddClassesAProgramIsNotDescribed() throws IOException {
    Properties system = system(jar("program.jar", "", "p/Plain.class", plain).toString());
    assertThat(files(system, List.of("-javaagent:slipstream.jar", "-javaagent:other.jar")))
        .isEmpty();
    assertThat(files(system, List.of())).isEmpty();
    system.setProperty("java.system.class.loader", "p.Loader");
    assertThat(files(system, List.of("-javaagent:slipstream.jar"))).isEmpty();
  }

  private Optional<String> files(Properties system, List<String> options) {
    return marks(system, ProgramMarks.MOST_OF_JARS).files(options);
  }

  private boolean absentOn(Path... places) {
    return areAbsent(system(path(places)));
  }

  private boolean areAbsent(Properties system) {
    return marks(system, ProgramMarks.MOST_OF_JARS).areAbsent();
  }

  private ProgramMarks marks(Properties system, long mostOfJars) {
    return ProgramMarks.of(system, cache, Log.none(), mostOfJars);
  }

  private static String path(Path... places) {
    return Arrays.stream(places)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Properties system(String classPath) {
    Properties system = new Properties();
    system.setProperty("java.class.path", classPath);
    system.setProperty("sun.java.command", "p.Plain argument");
    return system;
  }

  private Path inFolder(String name, String file, byte[] content) throws IOException {
    Path place = folder.resolve(name);
    Files.createDirectories(place.resolve(file).getParent());
    Files.write(place.resolve(file), content);
    return place;
  }

  private Path jar(String name, String classPath, String file, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      if (!classPath.isEmpty()) {
        out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
        out.write(
            ("Manifest-Version: 1.0\nClass-Path: " + classPath + "\n")
                .getBytes(StandardCharsets.UTF_8));
      }
      out.putNextEntry(new ZipEntry(file));
      out.write(content);
    }
    return Files.write(folder.resolve(name), bytes.toByteArray());
  }
}
