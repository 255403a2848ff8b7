package dev.slipstream.agent.mapping;

import dev.slipstream.boot.DispatchCopy;
import dev.slipstream.boot.Dispatcher;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A Java method whose loops are reached, and which then runs them itself. */
final class JavaLoops {
  private JavaLoops() {}

  /** An execution of a loop. */
  record Reached(LoopKernel kernel, int start, Object[] captures) {}

  /**
   * Runs a method body.
   *
   * @return the loops that it reached, in order
   */
  static List<Reached> run(String body) {
    List<Reached> reached = new ArrayList<>();
    run(
        body + "\nreturn null;",
        kernels ->
            (site, start, captures) -> {
              LoopKernel kernel =
                  kernels.stream().filter(k -> k.site() == site).findFirst().orElseThrow();
              reached.add(new Reached(kernel, start, captures));
              return start;
            });
    return reached;
  }

  /**
   * Runs a method body whose loops are submitted elsewhere.
   *
   * @param body the method, which returns a value
   * @param dispatchers makes the receiver of call sites from the loops
   * @return the method's value
   */
  static Object run(String body, Function<List<LoopKernel>, Dispatcher> dispatchers) {
    String text =
        "import dev.slipstream.api.*;\n"
            + "public class Program { public static Object run() {\n"
            + body
            + "\n} }\n";
    byte[] classFile = javac(text);
    AtomicInteger sites = new AtomicInteger();
    CompiledClass compiled =
        new LoopCompiler(sites::incrementAndGet)
            .compile(classFile, name -> Optional.empty(), LoopSelection.none());
    if (!compiled.refused().isEmpty()) {
      throw new AssertionError(compiled.refused() + text);
    }
    try {
      Map<String, byte[]> classes = DispatchCopy.classFiles();
      classes.put("Program", compiled.classFile().orElseThrow());
      Loader loader = new Loader(classes);
      DispatchCopy.install(loader, dispatchers.apply(compiled.kernels()));
      return loader.loadClass("Program").getMethod("run").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(text, e);
    }
  }

  private static byte[] javac(String text) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream classFile = new ByteArrayOutputStream();
    JavaFileManager files =
        new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, Locale.ROOT, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
              @Override
              public OutputStream openOutputStream() {
                return classFile;
              }
            };
          }
        };
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("mem:///Program.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return text;
          }
        };
    List<String> errors = new ArrayList<>();
    List<String> options =
        List.of("-g", "--release", "17", "-classpath", System.getProperty("java.class.path"));
    if (!compiler
        .getTask(null, files, d -> errors.add(d.toString()), options, null, List.of(source))
        .call()) {
      throw new AssertionError(String.join("\n", errors) + text);
    }
    return classFile.toByteArray();
  }

  /** Finds some classes in versions of its own. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> own;

    Loader(Map<String, byte[]> own) {
      super(JavaLoops.class.getClassLoader());
      this.own = new HashMap<>(own);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] classFile = own.get(name);
      if (classFile == null) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? defineClass(name, classFile, 0, classFile.length) : known;
      }
    }
  }
}
