package dev.slipstream.agent.loading;

import java.io.IOException;
import java.net.URL;
import java.util.List;
import jdk.internal.access.SharedSecrets;
import jdk.internal.loader.BootLoader;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * Calls the JDK's internal classes. Compiled apart from the agent's other classes, because it names
 * packages that the JDK exports to the agent only while it runs.
 */
public final class JdkInternalCalls implements JdkInternals {
  @Override
  public void defineInBootLoader(String internalName, byte[] classFile) {
    Unsafe.getUnsafe().defineClass(internalName, classFile, 0, classFile.length, null, null);
  }

  @Override
  public void runLast(int slot, Runnable action) {
    SharedSecrets.getJavaLangAccess()
        .registerShutdownHook(slot, /* registerShutdownInProgress= */ false, action);
  }

  @Override
  public List<String> options() {
    return List.of(VM.getRuntimeArguments());
  }

  @Override
  public URL onClassPath(ClassLoader loader, String file) throws IOException {
    URL ofBoot = BootLoader.findResource(null, file);
    return ofBoot == null ? ((BuiltinClassLoader) loader).findResource(null, file) : ofBoot;
  }
}
