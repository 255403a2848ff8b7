package dev.slipstream.compiler;

import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.JavaObjects;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * A small program, compiled by javac from source text, that runs without changes and with its loops
 * taken. Taken loops run through {@code run} of their kernel classes, in pieces.
 */
public final class TestProgram {
  private static final AtomicInteger SITES = new AtomicInteger();

  /**
   * File managers in which the class path's jars remain open; opening these takes longer than
   * compiling.
   */
  private static final Queue<StandardJavaFileManager> FILES = new ConcurrentLinkedQueue<>();

  private static final List<String> OPTIONS = List.of("-g", "--release", "17");

  /** The program whose loops are taken in this thread and in those that it starts. */
  private static final InheritableThreadLocal<TestProgram> RUNNING = new InheritableThreadLocal<>();

  private final String main;
  private final Map<String, byte[]> classes;
  private final Map<String, byte[]> rewritten = new HashMap<>();
  private final List<LoopKernel> kernels = new ArrayList<>();
  private final List<RefusedLoop> refused = new ArrayList<>();
  private final List<OpenCallSite> open = new ArrayList<>();
  private final Map<LoopKernel, OpenWork> works = new IdentityHashMap<>();
  private final Map<Integer, OpenSite> openSites = new HashMap<>();
  private final List<String> stays = new ArrayList<>();
  private final List<LaunchPlan.Run> runs = new ArrayList<>();
  private final Map<String, Loader> loaders = new HashMap<>();
  private boolean keepsClasses;
  private Launcher launcher = TestProgram::launch;
  private Planner planner = LoopKernel::plan;

  /** Runs a kernel for one execution of its loop. */
  @FunctionalInterface
  public interface Launcher {
    void launch(LoopKernel kernel, LaunchPlan.Run run);
  }

  /** Decides about one execution of a loop. */
  @FunctionalInterface
  public interface Planner {
    LaunchPlan plan(LoopKernel kernel, int start, Object[] captures);
  }

  /** Compiles the body of {@code class Program}, with the annotations imported. */
  public static TestProgram of(String members) {
    return source(
        "Program", "import dev.slipstream.api.*;\npublic class Program {\n" + members + "\n}\n");
  }

  /** Compiles the body of a class, with the user's choices for dividing its loops. */
  public static TestProgram of(String members, SplitChoices splits) {
    return new TestProgram(
        "Program",
        javac(
            "Program",
            "import dev.slipstream.api.*;\npublic class Program {\n" + members + "\n}\n",
            OPTIONS),
        LoopSelection.none(),
        splits);
  }

  /** Compiles a source file, whose class of the same name has the methods that are run. */
  public static TestProgram source(String name, String text) {
    return new TestProgram(name, javac(name, text, OPTIONS), LoopSelection.none());
  }

  public TestProgram(Map<String, byte[]> classes, LoopSelection selection) {
    this("Program", classes, selection);
  }

  private TestProgram(String main, Map<String, byte[]> classes, LoopSelection selection) {
    this(main, classes, selection, SplitChoices.none());
  }

  private TestProgram(
      String main, Map<String, byte[]> classes, LoopSelection selection, SplitChoices splits) {
    this.main = main;
    this.classes = classes;
    LoopCompiler compiler = new LoopCompiler(SITES::incrementAndGet, splits);
    ClassLibrary library = this::find;
    classes.forEach(
        (name, bytes) -> {
          CompiledClass compiled = compiler.compile(bytes, library, selection);
          compiled.classFile().ifPresent(file -> rewritten.put(name, file));
          compiled.kernels().forEach(kernel -> WireRoundTrip.requireSame(kernel.kernel()));
          LoopsAlone.requireSame(
              compiled,
              (loop, site) -> compiler.compile(bytes, library, selection, () -> site, loop));
          kernels.addAll(compiled.kernels());
          open.addAll(compiled.open());
          refused.addAll(compiled.refused());
        });
  }

  /** The class files as javac wrote them, by their binary names. */
  public Map<String, byte[]> classes() {
    return classes;
  }

  /** The class files that were changed. */
  public Map<String, byte[]> rewritten() {
    return rewritten;
  }

  /** Runs kernels in another way than in pieces. */
  public void launchWith(Launcher other) {
    launcher = other;
  }

  /** Decides about executions in another way than the compiler does. */
  public void planWith(Planner other) {
    planner = other;
  }

  /** Loads the classes once for all calls, so that static fields keep their values. */
  public void keepClasses() {
    keepsClasses = true;
  }

  public List<LoopKernel> kernels() {
    return kernels;
  }

  public LoopKernel kernel() {
    if (kernels.size() != 1) {
      throw new AssertionError("taken: " + kernels + ", refused: " + refused);
    }
    return kernels.get(0);
  }

  /** How the call site of a loop that was compiled when it was reached estimates its work. */
  public OpenWork openWork(LoopKernel kernel) {
    return works.get(kernel);
  }

  public List<RefusedLoop> refused() {
    return refused;
  }

  /** The reasons why executions stayed on the host. */
  public List<String> stays() {
    return stays;
  }

  /** The executions that ran as kernels. */
  public List<LaunchPlan.Run> runs() {
    return runs;
  }

  /** Runs a static method of the program as javac compiled it. */
  public Object plain(String method, Object... arguments) throws Throwable {
    return invoke(loader("plain", classes), method, arguments);
  }

  /**
   * Runs a static method with the loops taken out. Several threads may do so, with programs of
   * their own.
   */
  public Object taken(String method, Object... arguments) throws Throwable {
    Map<String, byte[]> all = new HashMap<>(classes);
    all.putAll(rewritten);
    LoopDispatch.target = TestProgram::dispatch;
    Loader loader = loader("taken", all);
    open.forEach(loop -> openSites.put(loop.site(), openSite(loop, loader)));
    TestProgram before = RUNNING.get();
    RUNNING.set(this);
    try {
      return invoke(loader, method, arguments);
    } finally {
      RUNNING.set(before);
    }
  }

  private Loader loader(String name, Map<String, byte[]> files) {
    return keepsClasses ? loaders.computeIfAbsent(name, n -> new Loader(files)) : new Loader(files);
  }

  private static int dispatch(int site, int start, Object[] captures) {
    TestProgram program = RUNNING.get();
    return program == null ? start : program.submit(site, start, captures);
  }

  private OpenSite openSite(OpenCallSite loop, Loader loader) {
    return keepsClasses && openSites.containsKey(loop.site())
        ? openSites.get(loop.site())
        : new OpenSite(
            loop,
            new JavaObjects(type -> {}),
            loader,
            any -> this::find,
            new OpenSite.Listener() {
              @Override
              public void taken(LoopKernel kernel, OpenWork work) {
                WireRoundTrip.requireSame(kernel.kernel());
                kernels.add(kernel);
                works.put(kernel, work);
              }

              @Override
              public void refused(RefusedLoop loop) {
                refused.add(loop);
              }
            });
  }

  /** A class file of the program, or of the JDK's functions. */
  private Optional<byte[]> find(String internalName) {
    byte[] own = classes.get(internalName.replace('/', '.'));
    boolean isOfJdk =
        internalName.startsWith("java/util/function/") || internalName.endsWith("Math");
    if (own != null || !isOfJdk) {
      return Optional.ofNullable(own);
    }
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int submit(int site, int start, Object[] captures) {
    OpenSite openSite = openSites.get(site);
    if (openSite != null) {
      if (openSite.reach(captures) instanceof OpenSite.Outcome.Submit submit) {
        EntryWorks.requireSame(openWork(submit.kernel()), submit, start, captures);
        return submit(submit.kernel().site(), start, submit.captures());
      }
      return start;
    }
    LoopKernel kernel = kernels.stream().filter(k -> k.site() == site).findFirst().orElseThrow();
    LaunchPlan plan = planner.plan(kernel, start, captures);
    if (plan instanceof LaunchPlan.Stay stay) {
      stays.add(stay.reason());
      return start;
    }
    if (!(plan instanceof LaunchPlan.Run run)) {
      return start;
    }
    WireRoundTrip.requireSame(kernel, start, captures, run);
    EntryWorks.requireClose(kernel, start, captures, run);
    Object[] before = copies(run.launch().arguments());
    launcher.launch(kernel, run);
    int violation = violation(run);
    if (violation != 0) {
      restore(before, run.launch().arguments());
      stays.add("an iteration throws an exception: " + kernel.violation(violation));
      return start;
    }
    runs.add(run);
    run.completion().run();
    return run.resume();
  }

  /** The number of the violation that a kernel stored; 0 if there is none. */
  public static int violation(LaunchPlan.Run run) {
    return run.launch().violation() == Launch.PROVEN
        ? 0
        : ((int[]) run.launch().arguments()[run.launch().violation()])[0];
  }

  /** The kernel of a run. */
  public static RangeKernel code(LoopKernel kernel, LaunchPlan.Run run) {
    return run.checked() ? kernel.checkedKernel() : kernel.kernel();
  }

  /** Copies of arguments; arguments that are the same array have the same copy. */
  public static Object[] copies(Object[] arguments) {
    Map<Object, Object> made = new IdentityHashMap<>();
    return Arrays.stream(arguments).map(argument -> copy(argument, made)).toArray();
  }

  private static Object copy(Object argument, Map<Object, Object> made) {
    if (argument == null || !argument.getClass().isArray()) {
      return argument;
    }
    Object known = made.get(argument);
    if (known == null) {
      int length = Array.getLength(argument);
      known = Array.newInstance(argument.getClass().getComponentType(), length);
      System.arraycopy(argument, 0, known, 0, length);
      made.put(argument, known);
      if (known instanceof Object[] rows) {
        Arrays.setAll(rows, r -> copy(rows[r], made));
      }
    }
    return known;
  }

  private static void restore(Object[] from, Object[] to) {
    for (int p = 0; p < from.length; p++) {
      if (from[p] instanceof Object[] rows) {
        restore(rows, (Object[]) to[p]);
      } else if (from[p] != null && from[p].getClass().isArray()) {
        System.arraycopy(from[p], 0, to[p], 0, Array.getLength(from[p]));
      }
    }
  }

  /** Runs a kernel in three pieces of its outermost dimension, the last one first. */
  public static void launch(LoopKernel kernel, LaunchPlan.Run run) {
    launch(load(code(kernel, run)), run);
  }

  /** Loads a kernel's class, and finds its {@code run}. */
  public static MethodHandle load(RangeKernel code) {
    try {
      Class<?> type =
          new Loader(Map.of(code.className(), code.classFile())).loadClass(code.className());
      return MethodHandles.lookup()
          .findStatic(type, "run", MethodType.methodType(void.class, int[].class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the kernel has no run", e);
    }
  }

  /** Runs a loaded kernel in three pieces of its outermost dimension, the last one first. */
  public static void launch(MethodHandle kernel, LaunchPlan.Run run) {
    try {
      int count = run.launch().space().counts()[0];
      int[] cuts = {0, count / 3, count / 2, count};
      for (int piece = 2; piece >= 0; piece--) {
        int[] bounds = new int[2 * run.launch().space().counts().length];
        for (int d = 0; d < run.launch().space().counts().length; d++) {
          int from = d == 0 ? cuts[piece] : 0;
          int to = d == 0 ? cuts[piece + 1] : run.launch().space().counts()[d];
          bounds[2 * d] = run.launch().space().starts()[d] + from * run.launch().space().steps()[d];
          bounds[2 * d + 1] =
              run.launch().space().starts()[d] + to * run.launch().space().steps()[d];
        }
        kernel.invokeExact(bounds, run.launch().arguments());
      }
    } catch (Throwable e) {
      throw new AssertionError("the kernel threw", e);
    }
  }

  private Object invoke(Loader loader, String name, Object[] arguments) throws Throwable {
    Class<?> type = loader.loadClass(main);
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        method.setAccessible(true);
        try {
          return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
    throw new AssertionError("no method " + name);
  }

  /** Compiles source text in memory. */
  public static Map<String, byte[]> javac(String name, String text, List<String> options) {
    StandardJavaFileManager files = FILES.poll();
    if (files == null) {
      files = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, Locale.ROOT, null);
    }
    Map<String, byte[]> classes = javac(files, name, text, options);
    FILES.add(files);
    return classes;
  }

  private static Map<String, byte[]> javac(
      StandardJavaFileManager base, String name, String text, List<String> options) {
    Map<String, ByteArrayOutputStream> outputs = new HashMap<>();
    List<String> errors = new ArrayList<>();
    JavaFileManager files =
        new ForwardingJavaFileManager<>(base) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
              @Override
              public OutputStream openOutputStream() {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                outputs.put(className, out);
                return out;
              }
            };
          }
        };
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("mem:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return text;
          }
        };
    List<String> all = new ArrayList<>(options);
    int release = all.indexOf("--release");
    if (release >= 0 && all.get(release + 1).equals("" + Runtime.version().feature())) {
      // It is the default, for which javac would read its list of all releases each time.
      all.subList(release, release + 2).clear();
    }
    all.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    boolean done =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, files, d -> errors.add(d.toString()), all, null, List.of(source))
            .call();
    if (!done) {
      throw new AssertionError(String.join("\n", errors) + "\n" + text);
    }
    Map<String, byte[]> classes = new HashMap<>();
    outputs.forEach((className, out) -> classes.put(className, out.toByteArray()));
    return classes;
  }

  /** Requires that a class file passes ASM's verifier. */
  static void verify(byte[] classFile) {
    StringWriter problems = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(classFile),
        TestProgram.class.getClassLoader(),
        /* printResults= */ false,
        new PrintWriter(problems));
    if (!problems.toString().isEmpty()) {
      throw new AssertionError(problems.toString());
    }
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(TestProgram.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
