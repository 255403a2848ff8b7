package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file in the user's own cache folder, which is read and written as a whole. Processes may share
 * it without a lock: the last write counts.
 *
 * @param folder need not exist
 * @param name the file's name
 * @param mostBytes a larger file is ignored
 */
public record CacheFile(Path folder, String name, long mostBytes) {
  /** The path of the file. */
  public Path path() {
    return folder.resolve(name);
  }

  /**
   * Reads the file; empty if it does not exist.
   *
   * @throws IOException if it cannot be read, or other users could have written it
   */
  public Optional<byte[]> read() throws IOException {
    Path file = path();
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    requireOwnFolder();
    FolderOwner.requireOwn(file);
    return Files.size(file) > mostBytes ? Optional.empty() : Optional.of(WholeFile.read(file));
  }

  /**
   * Writes the file, and creates the folder if it does not exist.
   *
   * @throws IOException if it cannot be written, or other users may write to the folder
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
