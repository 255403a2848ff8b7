package dev.slipstream.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Reads pictures from files and writes PNG files; needs no display. */
final class Pictures {
  private Pictures() {}

  /**
   * Reads a picture of any format that the JDK knows.
   *
   * @throws UserError if the file is no such picture
   */
  static Picture read(Path file) throws UserError {
    BufferedImage image;
    try {
      image = ImageIO.read(file.toFile());
    } catch (IOException e) {
      throw new UserError(
          "cannot read the picture " + file + " (" + e.getMessage() + "): give a PNG file", e);
    }
    if (image == null) {
      throw new UserError(
          "the file " + file + " is not a picture that Java can read: give a PNG file");
    }
    int width = image.getWidth();
    int height = image.getHeight();
    int[] rgb = image.getRGB(0, 0, width, height, null, 0, width);
    return new Picture(rgb, width, height);
  }

  /**
   * Writes a PNG file, with the folders on its path.
   *
   * @throws UserError if the file cannot be written
   */
  static void write(Path file, Picture picture) throws UserError {
    try {
      createFolderOf(file);
      PngFile.write(file, picture);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  static void createFolderOf(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  static UserError cannotWrite(Path file, IOException cause) {
    return new UserError(
        "cannot write " + file + " (" + cause.getMessage() + "): choose another folder with --out",
        cause);
  }
}
