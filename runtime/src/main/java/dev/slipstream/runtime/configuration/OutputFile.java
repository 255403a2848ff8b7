package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes files whose names the user has given, and makes folders for temporary ones. Only the user
 * can read them; a name is refused if it is a symbolic link, a device or a pipe. Stateless.
 */
public final class OutputFile {
  private static final int MOST_ATTEMPTS = 100;

  private OutputFile() {}

  /**
   * Writes a file as a whole, replacing an existing one; if that fails, an existing file stays as
   * it is.
   *
   * @throws IOException if it cannot be written, or the name is not that of a regular file
   */
  public static void write(Path file, byte[] content) throws IOException {
    requireFile(file);
    Path whole = file.toAbsolutePath();
    FileAttribute<?>[] own = mode("rw-------", whole);
    Path unfinished =
        create(
            whole::resolveSibling, "." + whole.getFileName() + ".", ".tmp", Files::createFile, own);
    try {
      Files.write(unfinished, content);
      // Replaces a link that was created meanwhile instead of following it.
      Files.move(unfinished, whole, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Writes text in UTF-8; see {@link #write(Path, byte[])}. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Appends text in UTF-8 to a file, which is created if it does not exist.
   *
   * @throws IOException if it cannot be written, or the name is not that of a regular file
   */
  public static void append(Path file, String text) throws IOException {
    requireFile(file);
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, options, mode("rw-------", file))) {
      ByteBuffer rest = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }

  /** Creates a folder and its parents, if they do not exist. */
  public static void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, mode("rwx------", folder));
    }
  }

  /**
   * Creates a new folder, with a name that nothing else has, in the folder for temporary files.
   *
   * @param beginning of its name
   */
  public static Path createTemporaryFolder(String beginning) throws IOException {
    String temporary = System.getProperty("java.io.tmpdir");
    if (temporary == null) {
      throw new IOException("the property java.io.tmpdir is not set");
    }
    Path parent = Path.of(temporary);
    return create(
        parent::resolve, beginning, "", Files::createDirectory, mode("rwx------", parent));
  }

  /** Creates a file or folder; fails if there is one of this name, or a link. */
  @FunctionalInterface
  interface Creation {
    Path create(Path path, FileAttribute<?>... mode) throws IOException;
  }

  /**
   * Creates something with a new name. The JDK's methods for this take random numbers from classes
   * for cryptography, which take 5 to 15 ms to load.
   */
  static Path create(
      Function<String, Path> path,
      String beginning,
      String end,
      Creation creation,
      FileAttribute<?>... mode)
      throws IOException {
    long number = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      String name = beginning + Long.toHexString(number + attempt) + end;
      try {
        return creation.create(path.apply(name), mode);
      } catch (FileAlreadyExistsException taken) {
        if (attempt == MOST_ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  /** Why a file could not be written, in a few words. */
  public static String reason(Exception failure) {
    return failure instanceof FileSystemException known && known.getReason() != null
        ? known.getReason()
        : failure.getClass().getSimpleName();
  }

  private static void requireFile(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(
          file.toString(),
          null,
          Files.isSymbolicLink(file) ? "it is a symbolic link" : "it is no regular file");
    }
  }

  private static FileAttribute<?>[] mode(String permissions, Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
