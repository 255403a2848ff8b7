package dev.slipstream.demo.runner;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** An agent that changes nothing and writes a fixed report, packed into a jar for a test. */
public final class StandInAgent {
  private StandInAgent() {}

  public static void premain(String arguments) throws IOException {
    System.err.println("[stand-in] device " + System.getProperty("slipstream.device"));
    Files.writeString(
        Path.of(System.getProperty("slipstream.report.file")),
        """
        {"version":"0","device":"opencl:0","deviceDescription":"none","millisWaited":0,"loops":[
          {"name":"A.a:1","decision":"taken","where":"opencl:0","runs":2,"launches":5,
           "hostMillis":null},
          {"name":"A.b:2","decision":"refused","reason":"line 3","where":"host","runs":0,
           "launches":0,"hostMillis":1.5}]}
        """);
  }

  /** Makes an agent that reports compiled kernels in the first run of a folder. */
  public static final class Compiling {
    private Compiling() {}

    public static void premain(String arguments) throws IOException {
      Path report = Path.of(System.getProperty("slipstream.report.file"));
      Path mark = report.resolveSibling("compiled");
      Files.writeString(
          report,
          """
          {"device":"opencl:0","cacheMisses":%d,"loops":[
            {"name":"A.a:1","decision":"taken","where":"opencl:0","runs":1,"launches":1}]}
          """
              .formatted(Files.exists(mark) ? 0 : 1));
      Files.writeString(mark, "");
    }
  }

  /** Makes an agent that ends the JVM before the program starts. */
  public static final class Failing {
    private Failing() {}

    public static void premain(String arguments) {
      System.err.println("[stand-in] the last words");
      Runtime.getRuntime().halt(7);
    }
  }

  /** Makes an agent that writes no report. */
  public static final class Silent {
    private Silent() {}

    public static void premain(String arguments) {}
  }

  /** Makes an agent that sees no loops. */
  public static final class Blind {
    private Blind() {}

    public static void premain(String arguments) throws IOException {
      Files.writeString(
          Path.of(System.getProperty("slipstream.report.file")),
          "{\"device\":\"host\",\"loops\":[]}");
    }
  }

  static Path jar(Path folder, Class<?> type) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), type.getName());
    String entry = type.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve(type.getSimpleName() + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.putNextEntry(new ZipEntry(entry));
      out.write(StandInAgent.class.getClassLoader().getResourceAsStream(entry).readAllBytes());
    }
    return jar;
  }
}
