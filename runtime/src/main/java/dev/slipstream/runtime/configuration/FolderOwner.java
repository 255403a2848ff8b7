package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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

  private FolderOwner() {}

  /** The attributes of a file itself; links are not followed. */
  private record Facts(int owner, int mode) {
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
    if (!hasOwners(whole)) {
      return Optional.empty();
    }
    int user = facts(SELF).owner();
    Facts found = facts(whole);
    if (found.owner() != user) {
      return Optional.of("it belongs to another user");
    }
    if (found.isWritableByOthers()) {
      return Optional.of("other users may write to it");
    }
    for (Path above = whole.toRealPath().getParent(); above != null; above = above.getParent()) {
      Facts outer = facts(above);
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
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(file.toString());
    }
    // A read from a pipe would block.
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(file.toString(), null, "it is no regular file");
    }
    if (hasOwners(file)) {
      Facts found = facts(file);
      if (found.owner() != facts(SELF).owner()) {
        throw new FileSystemException(file.toString(), null, "it belongs to another user");
      }
      if (found.isWritableByOthers()) {
        throw new FileSystemException(file.toString(), null, "other users may write to it");
      }
    }
  }

  private static boolean hasOwners(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.exists(SELF);
  }

  private static Facts facts(Path file) throws IOException {
    return new Facts(number(file, "unix:uid"), number(file, "unix:mode"));
  }

  private static int number(Path file, String attribute) throws IOException {
    // The link that names this process's folder is followed, since that folder belongs to the user.
    LinkOption[] options =
        file.equals(SELF) ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    return (Integer) Objects.requireNonNull(Files.getAttribute(file, attribute, options));
  }
}
