import java.awt.image.*;
import java.io.*;
import java.util.*;

/** Arrays that loops use as the pixels of images. */
public class Images extends Loops {
  static void cases() {
    test(
        "image raster",
        () -> {
          BufferedImage im = new BufferedImage(32, 32, BufferedImage.TYPE_INT_RGB);
          int[] p = ((DataBufferInt) im.getRaster().getDataBuffer()).getData();
          again(p, 77);
          int x = im.getRGB(5, 6);
          im.setRGB(3, 3, 0x123456);
          again(p, 3);
          return x + " " + im.getRGB(3, 3) + " " + sum(im.getRGB(0, 0, 32, 32, null, 0, 32));
        });
    test(
        "image own buffer",
        () -> {
          int[] p = made(32 * 32, 7);
          DataBufferInt db = new DataBufferInt(p, p.length);
          WritableRaster r =
              Raster.createPackedRaster(db, 32, 32, 32, new int[] {0xff0000, 0xff00, 0xff}, null);
          BufferedImage im =
              new BufferedImage(new DirectColorModel(24, 0xff0000, 0xff00, 0xff), r, false, null);
          again(p, 8);
          int x = im.getRGB(4, 4);
          ByteArrayOutputStream o = new ByteArrayOutputStream();
          again(p, 9);
          javax.imageio.ImageIO.write(im, "png", o);
          return x + " " + Arrays.hashCode(o.toByteArray());
        });
    test(
        "image setRGB",
        () -> {
          BufferedImage im = new BufferedImage(32, 32, BufferedImage.TYPE_INT_RGB);
          int[] p = made(32 * 32, 7);
          im.setRGB(0, 0, 32, 32, p, 0, 32);
          again(p, 3);
          im.getRGB(0, 0, 16, 16, p, 0, 32);
          again(p, 3);
          return sum(p);
        });
  }
}
