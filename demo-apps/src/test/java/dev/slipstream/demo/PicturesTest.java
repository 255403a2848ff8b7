package dev.slipstream.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PicturesTest {
  @TempDir Path folder;

  @Test
  void aWrittenPictureReadsBackTheSame() throws Exception {
    Path file = folder.resolve("new/folder/picture.png");
    Picture picture = Blur.sample(33);
    Pictures.write(file, picture);

    Picture read = Pictures.read(file);
    assertThat(read.width()).isEqualTo(33);
    assertThat(read.height()).isEqualTo(33);
    assertThat(Arrays.stream(read.rgb()).map(rgb -> rgb & 0xFFFFFF).toArray())
        .isEqualTo(picture.rgb());
  }

  @Test
  void whatIsNoPictureIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("words.png"), "no picture");

    assertThatThrownBy(() -> Blur.run(new String[] {"--input", file.toString()}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is not a picture that Java can read: give a PNG file");
    assertThatThrownBy(() -> Blur.run(new String[] {"--input", folder + "/none.png"}))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("not a readable file");
  }

  @Test
  void theUsersPictureIsBlurredAtItsOwnSize() throws Exception {
    int[] rgb = new int[20 * 10];
    rgb[5 * 20 + 10] = 0xFFFFFF;
    Path file = folder.resolve("point.png");
    Pictures.write(file, new Picture(rgb, 20, 10));
    Blur.run(
        new String[] {
          "--input", file.toString(), "--radius", "2", "--passes", "1", "--out", folder.toString()
        });

    Picture blurred = Pictures.read(folder.resolve("blur.png"));
    assertThat(blurred.width()).isEqualTo(20);
    assertThat(blurred.height()).isEqualTo(10);
    assertThat(blurred.rgb()[5 * 20 + 10] & 0xFF).isBetween(1, 254);
    assertThat(blurred.rgb()[5 * 20 + 12] & 0xFF)
        .isPositive()
        .isLessThan(blurred.rgb()[5 * 20 + 11] & 0xFF);
    assertThat(blurred.rgb()[5 * 20 + 13] & 0xFF).isZero();
  }

  @Test
  void anEvenPictureStaysAsItIsUpToItsBorders() {
    int[] rgb = new int[15 * 7];
    Arrays.fill(rgb, 0x4080C0);

    assertThat(new Blur(15, 7, 20).apply(new Picture(rgb, 15, 7), 2).rgb()).isEqualTo(rgb);
  }

  @Test
  void aBlurOfRadiusZeroChangesNothing() {
    Picture sample = Blur.sample(16);

    assertThat(new Blur(16, 16, 0).apply(sample, 3).rgb()).isEqualTo(sample.rgb());
  }
}
