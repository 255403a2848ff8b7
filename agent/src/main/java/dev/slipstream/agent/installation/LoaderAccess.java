package dev.slipstream.agent.installation;

import dev.slipstream.agent.guard.ClassAccess;
import dev.slipstream.compiler.classfile.ClassLibrary;
import java.util.Optional;

/** Class files as loaders find them, and the way from classes to the boot classes. */
final class LoaderAccess implements ClassAccess {
  private final LoaderLibraries libraries;
  private final BootAccess bootAccess;

  LoaderAccess(LoaderLibraries libraries, BootAccess bootAccess) {
    this.libraries = libraries;
    this.bootAccess = bootAccess;
  }

  @Override
  public ClassLibrary library(ClassLoader loader) {
    return libraries.apply(loader);
  }

  @Override
  public Optional<String> grant(Module module, ClassLoader loader) {
    return bootAccess.grant(module, loader);
  }
}
