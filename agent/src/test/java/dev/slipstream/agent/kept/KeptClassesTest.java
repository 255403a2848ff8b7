package dev.slipstream.agent.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptClassesTest {
  private static final int FORM = 2;
  private static final GuardedClass UNCHANGED =
      new GuardedClass(Optional.empty(), List.of(), List.of(), Set.of(), List.of());

  @TempDir private Path folder;

  @Test
  void whatOneStartHasMadeTheNextOneFinds() {
    GuardedClass guarded = guarded(1);
    KeptClasses first = classes("Program", "as it is");
    first.add(classFile(1), FORM, guarded);
    first.add(classFile(2), FORM, UNCHANGED);
    first.write();
    KeptClasses second = classes("Program", "as it is");
    GuardedClass found = second.find(classFile(1), FORM).orElseThrow();
    assertThat(found).usingRecursiveComparison().ignoringFields("classFile").isEqualTo(guarded);
    assertThat(found.classFile().orElseThrow()).isEqualTo(guarded.classFile().orElseThrow());
    assertThat(second.find(classFile(2), FORM)).contains(UNCHANGED);
  }

  @Test
  void anotherClassFileOrAnotherFormIsNotFound() {
    KeptClasses first = classes("Program", "as it is");
    first.add(classFile(1), FORM, guarded(1));
    first.write();
    KeptClasses second = classes("Program", "as it is");
    byte[] changed = classFile(1);
    changed[changed.length - 1]++;
    assertThat(second.find(changed, FORM)).isEmpty();
    assertThat(second.find(classFile(1), FORM - 1)).isEmpty();
  }

  @Test
  void aProgramOfWhichAnyFileHasChangedBeginsAnew() {
    KeptClasses first = classes("Program", "as it was");
    first.add(classFile(1), FORM, guarded(1));
    first.write();
    KeptClasses second = classes("Program", "as it is now");
    assertThat(second.find(classFile(1), FORM)).isEmpty();
    second.add(classFile(2), FORM, guarded(2));
    second.write();
    KeptClasses third = classes("Program", "as it is now");
    assertThat(third.find(classFile(2), FORM)).isPresent();
    assertThat(third.find(classFile(1), FORM)).isEmpty();
  }

  @Test
  void whatStartsAddIsKeptTogether() {
    for (int number = 0; number < 5; number++) {
      KeptClasses start = classes("Program", "as it is");
      start.add(classFile(number), FORM, guarded(number));
      start.write();
    }
    KeptClasses last = classes("Program", "as it is");
    for (int number = 0; number < 5; number++) {
      assertThat(last.find(classFile(number), FORM)).as("class %s", number).isPresent();
    }
  }

  @Test
  void aDamagedFileIsAsIfItWereNotThere() throws IOException {
    KeptClasses first = classes("Program", "as it is");
    first.add(classFile(1), FORM, guarded(1));
    first.write();
    Path file = files().get(0);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(5);
    for (int tries = 0; tries < 200; tries++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      assertThat(classes("Program", "as it is").find(classFile(1), FORM)).isEmpty();
    }
    Files.write(file, Arrays.copyOf(whole, 20));
    assertThat(classes("Program", "as it is").find(classFile(1), FORM)).isEmpty();
  }

  @Test
  void inAFolderThatOthersMayWriteToNothingIsReadOrWritten() throws IOException {
    KeptClasses first = classes("Program", "as it is");
    first.add(classFile(1), FORM, guarded(1));
    first.write();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    FileTime then = Files.getLastModifiedTime(files().get(0));
    KeptClasses second = classes("Program", "as it is");
    assertThat(second.find(classFile(1), FORM)).isEmpty();
    second.add(classFile(2), FORM, guarded(2));
    second.write();
    assertThat(Files.getLastModifiedTime(files().get(0))).isEqualTo(then);
  }

  @Test
  void theFilesOfSixteenProgramsAreKept() throws IOException {
    for (int number = 0; number < 20; number++) {
      KeptClasses program = classes("Program" + number, "as it is");
      program.add(classFile(1), FORM, guarded(1));
      program.write();
      for (Path file : files()) {
        FileTime time = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() - 1000));
      }
    }
    assertThat(files()).hasSize(16);
    assertThat(classes("Program19", "as it is").find(classFile(1), FORM)).isPresent();
    assertThat(classes("Program0", "as it is").find(classFile(1), FORM)).isEmpty();
  }

  private KeptClasses classes(String name, String program) {
    return KeptClasses.of(folder, name, program, Log.none());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static GuardedClass guarded(int number) {
    return new GuardedClass(
        Optional.of(new byte[] {1, 2, (byte) number}),
        List.of("p.C.m()V", "p.C.n()V"),
        List.of(new UnguardedMethod("p.C.o()V", "it is too large")),
        Set.of("slip$read([I)V"),
        List.of("p.C.native()V"));
  }

  private static byte[] classFile(int number) {
    byte[] classFile = new byte[100];
    new Random(number).nextBytes(classFile);
    return classFile;
  }
}
