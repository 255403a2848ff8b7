package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file in the user's own cache folder, which is read and written as a whole. Safe between
 * processes without a lock: the last one's stays.
 *
 * @param folder need not be there
 * @param name the file's
 * @param mostBytes a larger file is as if it were not there
 */
public record CacheFile(Path folder, String name, long mostBytes) {
  /** Where it is. */
  public Path path() {
    return folder.resolve(name);
  }

  /**
   * What is in it; empty if there is no such file.
   *
   * @throws IOException if it cannot be read, or others could have written it
   */
  public Optional<byte[]> read() throws IOException {
    Path file = path();
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    requireOwnFolder();
    FolderOwner.requireOwn(file);
    return Files.size(file) > mostBytes ? Optional.empty() : Optional.of(Files.readAllBytes(file));
  }

  /**
   * Writes it, and makes the folder if that is not there.
   *
   * @throws IOException if it cannot be written, or others may write to the folder
   */
  public void write(byte[] content) throws IOException {
    OutputFile.createFolder(folder);
    requireOwnFolder();
    OutputFile.write(path(), content);
  }

  private void requireOwnFolder() throws IOException {
    Optional<String> reason = FolderOwner.distrust(folder);
    if (reason.isPresent()) {
      throw new FileSystemException(folder.toString(), null, reason.get());
    }
  }
}
