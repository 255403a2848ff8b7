package dev.slipstream.agent;

import dev.slipstream.boot.AgentClassLoader;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Runs before {@link Main} where {@code java -jar} starts the agent's jar (the manifest's {@code
 * Launcher-Agent-Class}). It keeps the JDK's warnings out of the output of the commands, such as
 * {@code doctor}.
 */
public final class LauncherAgent {
  private static final String PLATFORM = "dev.slipstream.agent.loading.PlatformAccess";

  private LauncherAgent() {}

  /** Switches off the JDK's warnings about what the agent's OpenCL binding does. */
  public static void agentmain(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    new AgentClassLoader(SlipstreamAgent.jar())
        .loadClass(PLATFORM)
        .getMethod("quietenCommandLine", Instrumentation.class)
        .invoke(null, instrumentation);
  }
}
