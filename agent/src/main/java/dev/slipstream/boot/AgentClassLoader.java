package dev.slipstream.boot;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's own classes from the folder {@code inst/} of the agent's jar, separate from the
 * program's. Neither sees the other's, so both may use the same libraries in different versions.
 * Its parent is the platform class loader, through which it finds the boot classes. If the agent's
 * classes form a module, this class is one of the boot classes, so that the program cannot reach
 * its state, or what it inherits, to add classes to that module.
 */
public final class AgentClassLoader extends ClassLoader {
  private static final String FOLDER = "inst/";

  /** The first Java version for which a multi-release jar may hold classes of its own. */
  private static final int FIRST_VERSION = 9;

  static {
    registerAsParallelCapable();
  }

  /** In bytes; most class files are smaller. */
  private static final int SPARE = 1 << 15;

  /**
   * Where the next class file is read to. Garbage would bring about a collection, which moves apart
   * rows of arrays that the program has allocated one after another.
   */
  private final AtomicReference<byte @Nullable []> spare = new AtomicReference<>();

  private final JarFile jar;
  private final URI jarUri;

  /** The folders of classes for certain versions, newest first. */
  private final List<String> versions = new ArrayList<>();

  /** The places where the files of a folder may be; few folders have files for certain versions. */
  private final Map<String, List<String>> placesOf = new ConcurrentHashMap<>();

  /**
   * @param agentJar the agent's jar; it stays open until the JVM ends
   * @throws IOException if it cannot be read
   */
  public AgentClassLoader(Path agentJar) throws IOException {
    super("slipstream", ClassLoader.getPlatformClassLoader());
    this.jar = new JarFile(agentJar.toFile(), false);
    this.jarUri = agentJar.toUri();
    for (int version = Runtime.version().feature(); version >= FIRST_VERSION; version--) {
      String folder = FOLDER + "META-INF/versions/" + version + "/";
      if (jar.getEntry(folder) != null) {
        versions.add(folder);
      }
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = entry(name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    int size = (int) entry.getSize();
    byte[] kept = spare.getAndSet(null);
    byte[] classFile = kept == null || kept.length < size ? new byte[Math.max(size, SPARE)] : kept;
    try (InputStream in = jar.getInputStream(entry)) {
      if (in.readNBytes(classFile, 0, size) < size) {
        throw new EOFException(entry.getName() + " ends too early");
      }
      return defineClass(name, classFile, 0, size);
    } catch (IOException e) {
      throw new ClassNotFoundException(name + ": " + jar.getName() + " cannot be read", e);
    } finally {
      spare.set(classFile);
    }
  }

  @Override
  protected @Nullable Class<?> findClass(@Nullable String moduleName, String name) {
    try {
      return findClass(name);
    } catch (ClassNotFoundException none) {
      return null;
    }
  }

  @Override
  protected @Nullable URL findResource(@Nullable String moduleName, String name) {
    return findResource(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    ZipEntry entry = entry(name);
    if (entry == null) {
      return null;
    }
    try {
      String path = new URI(null, null, "/" + entry.getName(), null).getRawPath();
      return URI.create("jar:" + jarUri + "!" + path).toURL();
    } catch (URISyntaxException | MalformedURLException e) {
      throw new IllegalArgumentException("'" + name + "' is no name of a resource", e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL resource = findResource(name);
    return resource == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(Collections.singleton(resource));
  }

  /** Returns the newest form of a file that this JVM can use, as in a multi-release jar. */
  private @Nullable ZipEntry entry(String name) {
    for (String place : places(name.substring(0, name.lastIndexOf('/') + 1))) {
      ZipEntry entry = jar.getEntry(place + name);
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  private List<String> places(String folder) {
    List<String> places = placesOf.get(folder);
    if (places == null) {
      places = new ArrayList<>(1);
      for (String version : versions) {
        if (jar.getEntry(version + folder) != null) {
          places.add(version);
        }
      }
      places.add(FOLDER);
      placesOf.put(folder, places);
    }
    return places;
  }
}
