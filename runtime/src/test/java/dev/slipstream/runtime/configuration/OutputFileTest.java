package dev.slipstream.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  @Test
  void aFileIsReplacedAsAWholeAndNoOtherUserMayReadIt() throws IOException {
    Path file = folder.resolve("report.txt");
    Files.writeString(file, "a longer text of an earlier run");
    OutputFile.write(file, "new");
    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(names()).containsExactly("report.txt");
  }

  @Test
  void whatASymbolicLinkPointsToIsLeftAlone() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "of somebody else");
    Path link = Files.createSymbolicLink(folder.resolve("report.txt"), other);
    assertThatThrownBy(() -> OutputFile.write(link, "new"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("report.txt: it is a symbolic link");
    assertThatThrownBy(() -> OutputFile.append(link, "more"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is a symbolic link");
    Path dangling = Files.createSymbolicLink(folder.resolve("log"), folder.resolve("none"));
    assertThatThrownBy(() -> OutputFile.append(dangling, "more")).isInstanceOf(IOException.class);
    assertThat(other).hasContent("of somebody else");
    assertThat(names()).containsExactly("log", "other", "report.txt");
  }

  @Test
  void aFolderIsNotTakenForAFile() {
    assertThatThrownBy(() -> OutputFile.write(folder, "new"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it is no regular file");
  }

  @Test
  void whatCannotBeWrittenLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("x".repeat(250)), "old");
    // The suffix makes the name of the unfinished file longer than allowed.
    assertThatThrownBy(() -> OutputFile.write(file, "new")).isInstanceOf(IOException.class);
    assertThat(file).hasContent("old");
    assertThat(names()).hasSize(1);
  }

  @Test
  void textIsAddedAtTheEnd() throws IOException {
    Path file = folder.resolve("refused.txt");
    OutputFile.append(file, "one\n");
    OutputFile.append(file, "two\n");
    assertThat(file).hasContent("one\ntwo\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void foldersThatAreMadeAreTheUsersOwn() throws IOException {
    Path made = folder.resolve("a/b");
    OutputFile.createFolder(made);
    OutputFile.createFolder(made);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void temporaryFoldersAreTheUsersOwnAndHaveNamesOfTheirOwn() throws IOException {
    Path one = OutputFile.createTemporaryFolder("slipstream-test-");
    Path other = OutputFile.createTemporaryFolder("slipstream-test-");
    try {
      assertThat(one).isEmptyDirectory().isNotEqualTo(other);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
          .isEqualTo("rwx------");
    } finally {
      Files.delete(one);
      Files.delete(other);
    }
  }

  @Test
  void aNameThatIsTakenIsNotUsedASecondTime() throws IOException {
    Path taken = Files.writeString(folder.resolve("taken"), "of somebody else");
    List<String> tried = new ArrayList<>();
    Path made =
        OutputFile.create(
            name -> {
              tried.add(name);
              return tried.size() < 3 ? taken : folder.resolve(name);
            },
            "made-",
            ".tmp",
            Files::createFile);
    assertThat(tried).doesNotHaveDuplicates().hasSize(3);
    assertThat(made).isEmptyFile().hasFileName(tried.get(2));
    assertThat(taken).hasContent("of somebody else");
    assertThatThrownBy(() -> OutputFile.create(name -> taken, "made-", ".tmp", Files::createFile))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
