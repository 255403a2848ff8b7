package dev.slipstream.agent.coherence;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles many programs in one call, in memory. */
final class Sources {
  private Sources() {}

  /**
   * Compiles programs.
   *
   * @return for each program its class files, by binary name
   */
  static List<Map<String, byte[]>> compile(List<FuzzProgram> programs) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> made = new TreeMap<>();
    JavaFileManager files =
        new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, Locale.ROOT, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
              @Override
              public OutputStream openOutputStream() {
                ByteArrayOutputStream classFile = new ByteArrayOutputStream();
                made.put(className, classFile);
                return classFile;
              }
            };
          }
        };
    List<JavaFileObject> sources = new ArrayList<>();
    for (FuzzProgram program : programs) {
      String text = program.source();
      String path = "mem:///" + program.shape().className() + ".java";
      sources.add(
          new SimpleJavaFileObject(URI.create(path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignore) {
              return text;
            }
          });
    }
    List<String> errors = new ArrayList<>();
    List<String> options =
        List.of("-g", "-nowarn", "--release", "17", "-cp", System.getProperty("java.class.path"));
    if (!compiler
        .getTask(null, files, d -> errors.add(d.toString()), options, null, sources)
        .call()) {
      throw new AssertionError(String.join("\n", errors));
    }
    List<Map<String, byte[]>> classes = new ArrayList<>();
    for (FuzzProgram program : programs) {
      String name = program.shape().className();
      Map<String, byte[]> own = new HashMap<>();
      made.forEach(
          (className, classFile) -> {
            if (className.equals(name) || className.startsWith(name + "$")) {
              own.put(className, classFile.toByteArray());
            }
          });
      classes.add(own);
    }
    return classes;
  }
}
