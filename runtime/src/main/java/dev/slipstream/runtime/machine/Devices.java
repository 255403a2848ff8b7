package dev.slipstream.runtime.machine;

import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import dev.slipstream.runtime.lanes.EagerLaunches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The devices that loops may use. Backends are opened when {@link #candidates}, {@link #openSoon}
 * or {@link #openNamedSoon} is first called, never before, so that a program without parallel work
 * does not wait for drivers. Thread-safe.
 */
public final class Devices implements AutoCloseable {
  private final List<LazyBackend> backends = new ArrayList<>();
  private final DeviceChoice choice;
  private final DeviceEnvironment environment;
  private final Log log;
  private final DriverThread drivers;
  private final AtomicBoolean isOpenedSoon = new AtomicBoolean();

  private final Object lock = new Object();
  private final List<Device> opened = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
  private final Map<Device, EagerLaunches> launches = new ConcurrentHashMap<>();
  private final int localRank;
  private volatile Candidates candidates = Candidates.UNKNOWN;

  /**
   * The result of opening devices.
   *
   * @param devices the devices in the order in which a loop tries them; may be empty
   * @param failures what went wrong, as shown to users
   */
  public record Candidates(List<Device> devices, List<String> failures) {
    private static final Candidates UNKNOWN = new Candidates(List.of(), List.of());

    /** Copies the lists. */
    public Candidates {
      devices = List.copyOf(devices);
      failures = List.copyOf(failures);
    }
  }

  /**
   * @param backends the backends, best first
   * @param choice the user's choice
   */
  public Devices(List<DeviceBackend> backends, DeviceChoice choice, Log log) {
    this(backends, choice, DeviceEnvironment.withoutCache(log));
  }

  /**
   * @param backends the backends, best first
   * @param choice the user's choice
   * @param environment what backends may use
   */
  public Devices(List<DeviceBackend> backends, DeviceChoice choice, DeviceEnvironment environment) {
    this(backends, choice, environment, 0);
  }

  /**
   * @param backends the backends, best first
   * @param choice the user's choice
   * @param drivers opens drivers and prepares kernels while the program goes on
   */
  public Devices(List<DeviceBackend> backends, DeviceChoice choice, Log log, Executor drivers) {
    this(backends, choice, DeviceEnvironment.withoutCache(log), 0, new DriverThread(drivers));
  }

  /**
   * @param backends the backends, best first
   * @param choice the user's choice
   * @param environment what backends may use
   * @param localRank the index of this process among those that share the devices of this machine
   */
  public Devices(
      List<DeviceBackend> backends,
      DeviceChoice choice,
      DeviceEnvironment environment,
      int localRank) {
    this(backends, choice, environment, localRank, new DriverThread());
  }

  private Devices(
      List<DeviceBackend> backends,
      DeviceChoice choice,
      DeviceEnvironment environment,
      int localRank,
      DriverThread drivers) {
    this.localRank = localRank;
    for (DeviceBackend backend : backends) {
      this.backends.add(new LazyBackend(backend));
    }
    this.drivers = drivers;
    this.choice = choice;
    this.environment = environment;
    this.log = environment.log();
  }

  /** Opens what the user's choice needs, on the first call, and returns what loops may use. */
  @SuppressWarnings("ReferenceEquality") // UNKNOWN must differ from an empty result.
  public Candidates candidates() {
    Candidates known = candidates;
    if (known != Candidates.UNKNOWN) {
      return known;
    }
    synchronized (lock) {
      if (candidates == Candidates.UNKNOWN) {
        candidates = ownFirst(choose());
      }
      known = candidates;
    }
    // This is outside the lock: otherwise a thread that reaches a loop while it writes to the same
    // stream would wait here.
    for (Runnable said = messages.poll(); said != null; said = messages.poll()) {
      said.run();
    }
    return known;
  }

  /**
   * Opens what the user's choice needs while the program goes on, unless that was begun already.
   * Does not wait.
   */
  public void openSoon() {
    if (!isOpenedSoon.getAndSet(true)) {
      soon(this::candidates);
    }
  }

  /**
   * As {@link #openSoon}, if the user has named a device that has a driver: drivers take long, and
   * the program will soon reach a loop.
   */
  public void openNamedSoon() {
    if (choice.hasDriver(CpuBackend.NAME) && !isOpenedSoon.getAndSet(true)) {
      soon(this::candidates);
      // Not the same work, so that a program which ends meanwhile does not wait for it.
      soon(this::expectKernels);
    }
  }

  private void expectKernels() {
    List<Device> found = candidates().devices();
    try {
      if (!found.isEmpty()) {
        found.get(0).expectKernels();
      }
    } catch (DeviceException | RuntimeException | LinkageError failure) {
      log.debug(() -> found.get(0).id() + " is not ready before its first kernel: " + failure);
    }
  }

  /**
   * Does something with drivers while the program goes on, unless the program ends before. Does not
   * wait.
   *
   * @param work throws nothing
   */
  public void soon(Runnable work) {
    drivers.execute(work);
  }

  /**
   * The time in loops on the cores after which devices are worth opening without the user's choice;
   * opens nothing.
   *
   * @param cores on how many cores the program runs
   */
  public Duration worthOpeningAfter(int cores) {
    Duration most = Duration.ZERO;
    for (LazyBackend lazy : backends) {
      Duration after = lazy.backend.worthOpeningAfter(cores);
      most = after.compareTo(most) > 0 ? after : most;
    }
    return most;
  }

  /** Whether devices were opened already; opens nothing. */
  @SuppressWarnings("ReferenceEquality") // UNKNOWN must differ, as above.
  public boolean areKnown() {
    return candidates != Candidates.UNKNOWN;
  }

  /** All cores, if they are a device; opens nothing else, so that no driver delays the call. */
  public Optional<Device> cores() {
    for (LazyBackend backend : backends) {
      if (backend.isCpu() && !backend.open().isEmpty()) {
        return Optional.of(backend.open().get(0));
      }
    }
    return Optional.empty();
  }

  /** The devices that are open; opens none. */
  public List<Device> devices() {
    return List.copyOf(opened);
  }

  /** The launches on a device that the program waits for. */
  public EagerLaunches launches(Device device) {
    return launches.computeIfAbsent(device, EagerLaunches::new);
  }

  /** The findings of {@code doctor} about all backends. */
  public List<Finding> diagnose() {
    List<Finding> findings = new ArrayList<>();
    for (LazyBackend lazy : backends) {
      DeviceBackend backend = lazy.backend;
      try {
        findings.addAll(backend.diagnose());
      } catch (Throwable broken) {
        findings.add(new Finding(backend.name(), "–", FailureReason.of(broken), false));
      }
    }
    return findings;
  }

  /** The program is ending: no driver is opened any more without need. Does not wait. */
  public void ends() {
    drivers.ends();
  }

  /**
   * Closes all devices, which waits about a second for running launches, and some seconds for a
   * driver that is at work.
   */
  @Override
  public void close() {
    drivers.end();
    for (Device device : devices()) {
      try {
        device.close();
      } catch (Throwable failure) {
        log.debug(() -> device.id() + " could not be closed", failure);
      }
    }
  }

  /**
   * Each process of a machine tries another device first; there may be more processes than devices.
   */
  private Candidates ownFirst(Candidates chosen) {
    List<Device> own = new ArrayList<>();
    for (Device device : chosen.devices()) {
      if (!device.sharesHostMemory() && device.keepsArrays()) {
        own.add(device);
      }
    }
    if (localRank == 0 || own.isEmpty()) {
      return chosen;
    }
    List<Device> all = new ArrayList<>(chosen.devices());
    Device first = own.get(localRank % own.size());
    all.remove(first);
    all.add(0, first);
    return new Candidates(all, chosen.failures());
  }

  private Candidates choose() {
    return switch (choice.kind()) {
      case HOST -> new Candidates(List.of(), List.of());
      case AUTO -> automatic();
      case NAMED -> named();
    };
  }

  private Candidates automatic() {
    List<Device> first = new ArrayList<>();
    List<Device> then = new ArrayList<>();
    for (LazyBackend backend : backends) {
      if (!backend.isCpu()) {
        List<Device> found = unnamed(backend);
        if (leaveLoopsToOthers(found)) {
          // Other devices of the same backend refuse the same loops as its first.
          first.addAll(withSharing(found.get(0), found));
        } else {
          then.addAll(found);
        }
      }
    }
    List<Device> found = new ArrayList<>(first);
    found.addAll(then);
    for (LazyBackend backend : backends) {
      if (backend.isCpu()) {
        found.addAll(backend.open());
      }
    }
    if (!failures.isEmpty()) {
      String instead =
          found.isEmpty() ? "loops run on the host" : "loops run on " + found.get(0).id();
      String message = String.join("; ", failures) + "; " + instead;
      messages.add(() -> log.warn(message));
    }
    return new Candidates(found, failures);
  }

  private Candidates named() {
    for (LazyBackend backend : backends) {
      if (!backend.name().equals(choice.backend())) {
        continue;
      }
      List<Device> found = backend.open();
      if (choice.anyOfBackend() && !found.isEmpty()) {
        return followed(backend, withSharing(found.get(0), found));
      }
      for (Device device : found) {
        if (device.id().equals(choice.id())) {
          return followed(backend, List.of(device));
        }
      }
    }
    String missing = missing();
    List<Device> instead = new ArrayList<>();
    for (LazyBackend backend : backends) {
      if (backend.isCpu() && !backend.name().equals(choice.backend())) {
        instead.addAll(backend.open());
      }
    }
    String where = instead.isEmpty() ? "the host" : instead.get(0).id();
    messages.add(() -> log.warn(missing + "; loops run on " + where));
    return new Candidates(instead, List.of(missing));
  }

  /** The devices that the user has named, followed by those for loops that they refuse. */
  private Candidates followed(LazyBackend named, List<Device> devices) {
    List<Device> all = new ArrayList<>(devices);
    if (leaveLoopsToOthers(devices)) {
      for (LazyBackend backend : backends) {
        if (!backend.name().equals(named.name())) {
          all.addAll(unnamed(backend));
        }
      }
    }
    return new Candidates(all, List.of());
  }

  /** The devices of a backend that may be used although the user has not named it. */
  private static List<Device> unnamed(LazyBackend backend) {
    List<Device> found = new ArrayList<>();
    for (Device device : backend.open()) {
      if (!device.onlyWhenNamed()) {
        found.add(device);
      }
    }
    return found;
  }

  private static boolean leaveLoopsToOthers(List<Device> devices) {
    for (Device device : devices) {
      if (device.leavesLoopsToOthers()) {
        return true;
      }
    }
    return false;
  }

  /** A device and those that may share its loops. */
  private static List<Device> withSharing(Device first, List<Device> all) {
    List<Device> sharing = new ArrayList<>();
    for (Device device : all) {
      if (device == first || first.sharesWith(device)) {
        sharing.add(device);
      }
    }
    return sharing;
  }

  private String missing() {
    String why = failures.isEmpty() ? "" : " (" + String.join("; ", failures) + ")";
    List<String> valid =
        opened.stream().map(Device::id).collect(Collectors.toCollection(ArrayList::new));
    for (String always : List.of(CpuBackend.NAME, "auto", "host")) {
      if (!valid.contains(always)) {
        valid.add(always);
      }
    }
    return "slipstream.device="
        + choice.id()
        + " names no device of this machine"
        + why
        + "; choose one of "
        + String.join(", ", valid);
  }

  /** A backend that is opened on the first call, while others may be used. Thread-safe. */
  private final class LazyBackend {
    final DeviceBackend backend;
    private volatile @Nullable List<Device> devices;

    LazyBackend(DeviceBackend backend) {
      this.backend = backend;
    }

    String name() {
      return backend.name();
    }

    boolean isCpu() {
      return name().equals(CpuBackend.NAME);
    }

    List<Device> open() {
      List<Device> known = devices;
      return known == null ? openOnce() : known;
    }

    private synchronized List<Device> openOnce() {
      List<Device> known = devices;
      if (known == null) {
        known = List.copyOf(openNow());
        devices = known;
      }
      return known;
    }

    private List<Device> openNow() {
      try {
        if (!isCpu()) {
          environment.jvm().expectDriver();
        }
        List<Device> found = backend.open(environment);
        opened.addAll(found);
        for (Device device : found) {
          messages.add(() -> log.info(() -> device.id() + " is " + device.description()));
        }
        return found;
      } catch (Throwable broken) {
        failures.add(name() + " does not work: " + FailureReason.of(broken));
        messages.add(() -> log.debug(() -> name() + " could not be opened", broken));
        return List.of();
      }
    }
  }
}
