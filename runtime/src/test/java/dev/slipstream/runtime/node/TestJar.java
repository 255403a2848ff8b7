package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A jar with services, compiled by the test, as a user would put it on the class path. */
final class TestJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, List<String>> services = new LinkedHashMap<>();

  /** Adds a class of package {@code ext} that provides a service; the imports are included. */
  TestJar provide(Class<?> service, String name, String body) {
    sources.put(
        name,
        """
        package ext;
        import dev.slipstream.runtime.graph.command.*;
        import dev.slipstream.runtime.communication.*;
        import dev.slipstream.runtime.device.*;
        import dev.slipstream.runtime.execution.*;
        import dev.slipstream.runtime.graph.*;
        import dev.slipstream.runtime.graph.instruction.*;
        import dev.slipstream.runtime.memory.*;
        import dev.slipstream.model.mapper.*;
        import dev.slipstream.model.region.*;
        import dev.slipstream.runtime.graph.task.*;
        import java.nio.ByteBuffer;
        import java.util.*;
        import java.util.concurrent.atomic.*;
        """
            + body);
    return register(service, "ext." + name);
  }

  /** Adds a class to the list of services, even if the class does not exist. */
  TestJar register(Class<?> service, String className) {
    services.computeIfAbsent(service.getName(), key -> new ArrayList<>()).add(className);
    return this;
  }

  URLClassLoader load(Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(classes);
    Path jar = folder.resolve("extension.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entry(entries, classes.relativize(file).toString(), Files.readAllBytes(file));
      }
      for (Map.Entry<String, List<String>> service : services.entrySet()) {
        String names = String.join("\n", service.getValue());
        entry(
            entries,
            "META-INF/services/" + service.getKey(),
            names.getBytes(StandardCharsets.UTF_8));
      }
    }
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, TestJar.class.getClassLoader());
  }

  private static void entry(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  private void compile(Path classes) {
    if (sources.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<SimpleJavaFileObject> units = new ArrayList<>();
    sources.forEach(
        (name, text) ->
            units.add(
                new SimpleJavaFileObject(
                    URI.create("string:///ext/" + name + ".java"),
                    SimpleJavaFileObject.Kind.SOURCE) {
                  @Override
                  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                  }
                }));
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                units)
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }
}
