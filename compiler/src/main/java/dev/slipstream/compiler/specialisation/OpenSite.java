package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.normalisation.inlining.UnknownObject;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.outlining.OpenEntry;
import dev.slipstream.compiler.outlining.OutlinedLoop;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The call site of an {@link OpenLoop}: compiles the loop for the classes of the objects with which
 * it is reached, at most {@link #MOST_FORMS} times. Thread-safe. Prevents no class from being
 * unloaded.
 */
public final class OpenSite {
  /** Arrays with fewer elements are always kept on the host. */
  public static final int LEAST_FOLLOWED = 64;

  /** The most combinations of classes for which a loop is compiled. */
  public static final int MOST_FORMS = 4;

  /** The most objects whose classes matter in a loop. */
  private static final int MOST_OBJECTS = 16;

  private static final int LONGEST_WAIT_SECONDS = 5;

  private final OpenCallSite site;
  private final JavaObjects objects;
  private final WeakReference<ClassLoader> loader;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile List<Form> forms = List.of();
  private @Nullable RefusedLoop tooMany;

  /** Is notified of the result of compiling the loop. */
  public interface Listener {
    /**
     * The loop was compiled; its kernel runs as soon as this returns.
     *
     * @param work how the call site can estimate the work of executions that the kernel can run
     */
    void taken(LoopKernel kernel, OpenWork work);

    /** The loop cannot be taken for some objects. */
    void refused(RefusedLoop loop);
  }

  /** How one execution is to run. */
  public sealed interface Outcome {
    /**
     * As an execution of another call site.
     *
     * @param captures the values that this call site would pass
     */
    record Submit(LoopKernel kernel, @Nullable Object[] captures) implements Outcome {}

    /** On the host, because an object is null. */
    record Host() implements Outcome {}

    /** On the host, for a reason. */
    record Stay(RefusedLoop reason) implements Outcome {}
  }

  /**
   * @param loader the loader of the loop's class
   * @param libraries finds the class files that a loader sees
   */
  public OpenSite(
      OpenCallSite site,
      JavaObjects objects,
      ClassLoader loader,
      Function<ClassLoader, ClassLibrary> libraries,
      Listener listener) {
    this.site = site;
    this.objects = objects;
    this.loader = new WeakReference<>(loader);
    this.libraries = libraries;
    this.listener = listener;
  }

  /**
   * The loop as compiled for certain classes, or the reason why it was refused.
   *
   * @param classes the classes for which it is valid, in the order in which the objects are reached
   */
  private record Form(
      Map<Value, WeakReference<Class<?>>> classes,
      Optional<Compiled> compiled,
      Optional<RefusedLoop> refused,
      ReachedValues values) {
    /** Whether none of its classes has been unloaded. */
    boolean isAlive() {
      return classes.values().stream().noneMatch(type -> type.get() == null);
    }
  }

  /** A loop with its captures. */
  private record Compiled(LoopKernel kernel, ReachedCaptures captures) {}

  /**
   * Decides how an execution runs when the loop is reached.
   *
   * @param passed the values that the call site passed
   */
  public Outcome reach(@Nullable Object[] passed) {
    Optional<Outcome> known = known(passed);
    return known.isPresent() ? known.get() : compile(passed);
  }

  private Optional<Outcome> known(@Nullable Object[] passed) {
    for (Form form : forms) {
      if (matches(form, passed)) {
        return Optional.of(outcome(form, passed));
      }
    }
    return Optional.empty();
  }

  private boolean matches(Form form, @Nullable Object[] passed) {
    for (Map.Entry<Value, WeakReference<Class<?>>> wanted : form.classes().entrySet()) {
      try {
        Optional<Object> object = form.values().at(wanted.getKey(), passed);
        if (object.isEmpty() || object.get().getClass() != wanted.getValue().get()) {
          return false;
        }
      } catch (ReflectiveOperationException otherClass) {
        return false;
      }
    }
    return true;
  }

  private Outcome outcome(Form form, @Nullable Object[] passed) {
    if (form.compiled().isEmpty()) {
      return new Outcome.Stay(form.refused().orElseThrow());
    }
    Compiled compiled = form.compiled().get();
    try {
      return new Outcome.Submit(compiled.kernel(), form.values().of(compiled.captures(), passed));
    } catch (ReachedValues.NullOnTheWayException isNull) {
      return new Outcome.Host();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unreadable) {
      return new Outcome.Stay(
          new RefusedLoop(
              site.name(),
              RefusalKind.FUNCTIONS,
              "it uses a field of a lambda or object that cannot be read: " + unreadable,
              "Pass the value to the loop in a local variable."));
    }
  }

  /**
   * Compiles in one thread at a time. Other threads wait only for a limited time: the compilation
   * calls class loaders, whose locks they may hold.
   */
  private Outcome compile(@Nullable Object[] passed) {
    boolean isLocked = false;
    try {
      isLocked = lock.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
      return isLocked ? compileAlone(passed) : new Outcome.Host();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Host();
    } finally {
      if (isLocked) {
        lock.unlock();
      }
    }
  }

  private Outcome compileAlone(@Nullable Object[] passed) {
    Optional<Outcome> meanwhile = known(passed);
    ClassLoader own = loader.get();
    if (meanwhile.isPresent() || own == null) {
      return meanwhile.orElseGet(Outcome.Host::new);
    }
    for (EarlierForm form : site.earlier()) {
      Optional<Outcome> fitting = earlier(form, own, passed);
      if (fitting.isPresent()) {
        return fitting.get();
      }
    }
    OpenLoop loop = site.loop();
    ReachedClasses classes = new ReachedClasses(site.name().className(), own, objects, libraries);
    Map<Value, String> names = new LinkedHashMap<>();
    Map<Value, WeakReference<Class<?>>> types = new LinkedHashMap<>();
    try {
      while (true) {
        try {
          OutlinedLoop compiled =
              loop.compile(classes.library(), classes::isInitialised, names)
                  .remarking("compiled for " + classes.text());
          ReachedCaptures captures = ReachedCaptures.of(compiled.captures());
          if (classes.haveFiles()) {
            site.compiled(names, captures, compiled);
          }
          Optional<Compiled> taken = Optional.of(new Compiled(compiled, captures));
          return add(types, taken, Optional.empty(), classes, passed);
        } catch (UnknownObject unknown) {
          Value path = unknown.path().orElseThrow(() -> unknown);
          if (names.containsKey(path) || names.size() == MOST_OBJECTS) {
            throw unknown;
          }
          Optional<Object> object = values(classes).at(path, passed);
          if (object.isEmpty()) {
            return new Outcome.Host();
          }
          if (forms.stream().filter(Form::isAlive).count() == MOST_FORMS) {
            return new Outcome.Stay(tooMany());
          }
          types.put(path, new WeakReference<>(object.get().getClass()));
          names.put(path, classes.add(object.get().getClass(), unknown));
        }
      }
    } catch (RefusalException
        | ReflectiveOperationException
        | RuntimeException
        | LinkageError failure) {
      RefusedLoop refused =
          failure instanceof RefusalException refusal
              ? new RefusedLoop(site.name(), refusal.kind(), refusal.reason(), refusal.advice())
              : new RefusedLoop(
                  site.name(),
                  RefusalKind.ERRORS,
                  "it could not be compiled: " + failure,
                  "Please report this loop.");
      return add(types, Optional.empty(), Optional.of(refused), classes, passed);
    }
  }

  /** The outcome if the objects are of the classes of a form that an earlier start has compiled. */
  private Optional<Outcome> earlier(EarlierForm form, ClassLoader own, @Nullable Object[] passed) {
    ReachedClasses classes = new ReachedClasses(site.name().className(), own, objects, libraries);
    Map<Value, WeakReference<Class<?>>> types = new LinkedHashMap<>();
    if (forms.size() >= MOST_FORMS) {
      return Optional.empty();
    }
    try {
      for (Map.Entry<Value, String> wanted : form.classes().entrySet()) {
        Optional<Object> object = values(classes).at(wanted.getKey(), passed);
        if (object.isEmpty() || !classes.add(object.get().getClass(), wanted.getValue())) {
          return Optional.empty();
        }
        types.put(wanted.getKey(), new WeakReference<>(object.get().getClass()));
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherClass) {
      return Optional.empty();
    }
    LoopKernel kernel = form.kernel(() -> compileAgain(classes, form));
    Optional<Compiled> taken = Optional.of(new Compiled(kernel, form.captures()));
    return Optional.of(add(types, taken, Optional.empty(), classes, passed));
  }

  private LoopKernel compileAgain(ReachedClasses classes, EarlierForm form)
      throws RefusalException {
    OutlinedLoop compiled =
        site.loop().compile(classes.library(), classes::isInitialised, form.classes());
    if (!ReachedCaptures.of(compiled.captures()).equals(form.captures())) {
      throw new IllegalStateException("it captures other values than in an earlier start");
    }
    return compiled;
  }

  private ReachedValues values(ReachedClasses classes) {
    return new ReachedValues(site, objects, classes.loader(), classes.byName());
  }

  private Outcome add(
      Map<Value, WeakReference<Class<?>>> types,
      Optional<Compiled> compiled,
      Optional<RefusedLoop> refused,
      ReachedClasses classes,
      @Nullable Object[] passed) {
    Form form = new Form(types, compiled, refused, values(classes));
    compiled.ifPresent(taken -> listener.taken(taken.kernel(), work(types, taken)));
    refused.ifPresent(listener::refused);
    List<Form> more = new ArrayList<>(forms);
    more.removeIf(old -> !old.isAlive());
    more.add(form);
    forms = List.copyOf(more);
    return outcome(form, passed);
  }

  private OpenWork work(Map<Value, WeakReference<Class<?>>> types, Compiled compiled) {
    List<Value> objects = List.copyOf(types.keySet());
    return new OpenWork(
        List.copyOf(types.values()),
        () ->
            compiled
                .kernel()
                .workClass()
                .flatMap(
                    kernelWork ->
                        OpenEntry.classFile(
                            kernelWork,
                            compiled.captures().values(),
                            site.found(),
                            site.reduces(),
                            objects,
                            site.site())));
  }

  private RefusedLoop tooMany() {
    RefusedLoop said = tooMany;
    if (said == null) {
      said =
          new RefusedLoop(
              site.name(),
              RefusalKind.FUNCTIONS,
              "it was reached with more than " + MOST_FORMS + " different lambdas or classes",
              "Write a loop of its own for each of them, or pass numbers to fewer lambdas.");
      tooMany = said;
      listener.refused(said);
    }
    return said;
  }
}
