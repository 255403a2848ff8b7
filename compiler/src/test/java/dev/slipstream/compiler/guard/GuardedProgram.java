package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** A program in its original form and with guards. */
public final class GuardedProgram {
  private final Map<String, byte[]> plain;
  private final Map<String, byte[]> guarded = new HashMap<>();
  private final List<GuardedClass> outcomes = new ArrayList<>();

  /**
   * @param classes class files by binary name
   */
  public GuardedProgram(Map<String, byte[]> classes) {
    this(classes, GuardForm.DIRECT);
  }

  public GuardedProgram(Map<String, byte[]> classes, GuardForm form) {
    this(classes, new GuardPass(Witness.NAME, 0), form);
  }

  public GuardedProgram(Map<String, byte[]> classes, GuardPass pass) {
    this(classes, pass, GuardForm.DIRECT);
  }

  public GuardedProgram(Map<String, byte[]> classes, GuardPass pass, GuardForm form) {
    this.plain = Map.copyOf(classes);
    ClassLibrary library = library(classes);
    classes.forEach(
        (name, bytes) -> {
          GuardedClass outcome = pass.guard(bytes, library, form);
          outcomes.add(outcome);
          guarded.put(name, outcome.classFile().orElse(bytes));
        });
  }

  public static ClassLibrary library(Map<String, byte[]> classes) {
    return name -> {
      byte[] own = classes.get(name.replace('/', '.'));
      return own != null ? Optional.of(own) : resource(name + ".class");
    };
  }

  private static Optional<byte[]> resource(String path) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Map<String, byte[]> guarded() {
    return guarded;
  }

  public List<GuardedClass> outcomes() {
    return outcomes;
  }

  /** Requires that all guarded classes pass ASM's verifier. */
  public void verify() {
    Loader loader = new Loader(plain);
    guarded.forEach(
        (name, bytes) -> {
          StringWriter problems = new StringWriter();
          CheckClassAdapter.verify(
              new ClassReader(bytes), loader, /* printResults= */ false, new PrintWriter(problems));
          if (!problems.toString().isEmpty()) {
            throw new AssertionError(name + "\n" + problems);
          }
        });
  }

  /** The result of a run. */
  public record Run(@Nullable Object result, List<String> thrown) {}

  Run plain(String type, String method, Object... arguments) {
    return run(plain, type, method, arguments);
  }

  public Run guarded(String type, String method, Object... arguments) {
    return run(guarded, type, method, arguments);
  }

  /** Runs with guards, and returns the witness's findings. */
  public List<String> witnessed(String type, String method, Object... arguments) {
    return witnessed(bytes -> bytes, type, method, arguments);
  }

  /**
   * Runs with guards that were changed before, and returns the witness's findings.
   *
   * @param mutation changes each guarded class file
   */
  public List<String> witnessed(
      UnaryOperator<byte[]> mutation, String type, String method, Object... arguments) {
    Set<String> volatileFields = WitnessPass.volatileFields(plain);
    Map<String, byte[]> told = new HashMap<>();
    guarded.forEach(
        (name, bytes) -> told.put(name, WitnessPass.apply(mutation.apply(bytes), volatileFields)));
    Witness.start(/* recording= */ false);
    run(told, type, method, arguments);
    Witness.event();
    return List.copyOf(Witness.failures());
  }

  /** The dispatcher's calls in a run with guards. */
  public List<String> calls(String type, String method, Object... arguments) {
    Witness.start(/* recording= */ true);
    run(guarded, type, method, arguments);
    return List.copyOf(Witness.calls());
  }

  private static Run run(
      Map<String, byte[]> classes, String type, String name, Object[] arguments) {
    try {
      Class<?> loaded = new Loader(classes).loadClass(type);
      for (Method method : loaded.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
          method.setAccessible(true);
          return new Run(method.invoke(null, arguments), List.of());
        }
      }
      throw new AssertionError("no method " + name);
    } catch (InvocationTargetException e) {
      return new Run(null, describe(e.getCause()));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** An exception with its message, its causes, and the lines of the program that it names. */
  public static List<String> describe(@Nullable Throwable thrown) {
    List<String> text = new ArrayList<>();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      text.add(t.toString());
      Arrays.stream(t.getStackTrace())
          .takeWhile(element -> !element.getClassName().contains("reflect"))
          .forEach(element -> text.add(element.toString().replaceAll("^.*//", "")));
    }
    return text;
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(GuardedProgram.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        byte[] bytes = classes.get(name);
        if (known != null || bytes == null) {
          return known != null ? known : super.loadClass(name, resolve);
        }
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
  }
}
