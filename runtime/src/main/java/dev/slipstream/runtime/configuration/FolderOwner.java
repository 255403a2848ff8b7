package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks that files belong to the user who runs this process, and that no other user can have
 * changed them: files that a driver loads are code. On file systems without owners all files are
 * trusted. Stateless.
 */
public final class FolderOwner {
  private static final Path SELF = Path.of("/proc/self");
  private static final int ROOT = 0;

  /**
   * The owner that is shown for users who are unknown here: root, in a container that is not
   * root's.
   */
  private static final int UNKNOWN = 65_534;

  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int WRITABLE_BY_ALL = 0002;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;

  private FolderOwner() {}

  /** Attributes of a file. */
  private record Facts(int owner, int mode) {
    boolean isRegularFile() {
      return (mode & TYPE) == REGULAR;
    }

    boolean isWritableByOthers() {
      return (mode & WRITABLE_BY_OTHERS) != 0;
    }

    /**
     * Whether any user can replace files in a folder. Group permissions do not count, since the
     * group may be the user's alone.
     */
    boolean isOpenToAll() {
      return (mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0;
    }
  }

  /**
   * Returns why a folder must not be used. It may be no folder, a symbolic link, or belong to
   * another user; or other users can change it or replace one of its parents.
   *
   * @return empty if it can be used, or does not exist
   * @throws IOException if that cannot be found out
   */
  public static Optional<String> distrust(Path folder) throws IOException {
    Path whole = folder.toAbsolutePath();
    if (!Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (!Files.isDirectory(whole, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of(Files.isSymbolicLink(whole) ? "it is a symbolic link" : "it is no folder");
    }
    Optional<Facts> self = ofProcess(whole);
    if (self.isEmpty()) {
      return Optional.empty();
    }
    int user = self.get().owner();
    Facts found = facts(whole, LinkOption.NOFOLLOW_LINKS);
    if (found.owner() != user) {
      return Optional.of("it belongs to another user");
    }
    if (found.isWritableByOthers()) {
      return Optional.of("other users may write to it");
    }
    for (Path above = whole.toRealPath().getParent(); above != null; above = above.getParent()) {
      Facts outer = facts(above, LinkOption.NOFOLLOW_LINKS);
      if (outer.owner() != user && outer.owner() != ROOT && outer.owner() != UNKNOWN) {
        return Optional.of(above + " belongs to another user");
      }
      if (outer.isOpenToAll()) {
        return Optional.of("other users may write to " + above);
      }
    }
    return Optional.empty();
  }

  /**
   * Requires that a file is a regular one, belongs to the user, and cannot be written by others.
   *
   * @throws NoSuchFileException if there is no file
   * @throws IOException if one of these does not hold
   */
  public static void requireOwn(Path file) throws IOException {
    Optional<Facts> self = ofProcess(file);
    if (self.isEmpty()) {
      BasicFileAttributes found =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      requireRegular(file, found.isRegularFile());
      return;
    }
    Facts found = facts(file, LinkOption.NOFOLLOW_LINKS);
    requireRegular(file, found.isRegularFile());
    if (found.owner() != self.get().owner()) {
      throw new FileSystemException(file.toString(), null, "it belongs to another user");
    }
    if (found.isWritableByOthers()) {
      throw new FileSystemException(file.toString(), null, "other users may write to it");
    }
  }

  /** A read from a pipe would block. */
  private static void requireRegular(Path file, boolean isRegular) throws FileSystemException {
    if (!isRegular) {
      throw new FileSystemException(file.toString(), null, "it is no regular file");
    }
  }

  /** The folder of this process, which belongs to the user; empty if files have no owners. */
  private static Optional<Facts> ofProcess(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return Optional.empty();
    }
    try {
      return Optional.of(facts(SELF));
    } catch (IOException noProcesses) {
      return Optional.empty();
    }
  }

  /** Reads all attributes with one call of the file system. */
  private static Facts facts(Path file, LinkOption... options) throws IOException {
    Map<String, Object> found = Files.readAttributes(file, "unix:uid,mode", options);
    return new Facts(
        (Integer) Objects.requireNonNull(found.get("uid")),
        (Integer) Objects.requireNonNull(found.get("mode")));
  }
}
