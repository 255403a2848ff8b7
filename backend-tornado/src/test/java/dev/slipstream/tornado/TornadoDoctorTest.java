package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says about a distribution of TornadoVM. */
class TornadoDoctorTest {
  @TempDir Path home;

  private Finding finding(String version, int jdk) throws IOException {
    Path jars = Files.createDirectories(home.resolve("share/java/tornado"));
    Files.createFile(jars.resolve("tornado-api-" + version + ".jar"));
    Files.createFile(home.resolve("tornado-argfile"));
    return found(jdk);
  }

  private Finding found(int jdk) {
    List<Finding> findings =
        new TornadoDoctor(
                Map.of("TORNADOVM_HOME", home.toString()),
                TornadoDoctorTest.class.getClassLoader(),
                jdk)
            .findings();
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private void backends(String names) throws IOException {
    Path etc = Files.createDirectories(home.resolve("etc"));
    Files.writeString(etc.resolve("tornado.backend"), "# made by make\n" + names);
  }

  @Test
  void aDistributionForOneJdkFitsThatJdkAlone() throws IOException {
    assertThat(finding("5.2.0-jdk25", 25).usable()).isTrue();
    assertThat(found(26).detail()).isEqualTo("it was built for JDK 25, this is 26");
  }

  @Test
  void aDistributionForAJdkAndNewerOnesFitsThem() throws IOException {
    assertThat(finding("7.3.1-jdk22plus", 22).usable()).isTrue();
    assertThat(found(27).usable()).isTrue();
    assertThat(found(21).usable()).isFalse();
    assertThat(found(21).detail()).isEqualTo("it was built for JDK 22 or newer, this is 21");
  }

  @Test
  void backendsOfWhichNoneIsUsedAreNamed() throws IOException {
    assertThat(finding("7.3.1-jdk22plus", 25).usable()).isTrue();
    backends("tornado.backends=metal-backend,spirv-backend\n");
    assertThat(found(25).usable()).isFalse();
    assertThat(found(25).detail())
        .isEqualTo(
            "it has only the backends metal and spirv, which are not used: install it with opencl");
  }

  @Test
  void oneBackendThatIsUsedIsEnough() throws IOException {
    backends("tornado.backends=metal-backend,opencl-backend\n");
    assertThat(finding("7.3.1-jdk22plus", 25).usable()).isTrue();
  }

  @Test
  void backendsThatNothingIsSaidOfMayBeThere() throws IOException {
    backends("something=else\n");
    assertThat(finding("6.0.0", 25).usable()).isTrue();
  }
}
