package dev.slipstream.agent.premain;

import dev.slipstream.agent.marks.ProgramMarks;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The inputs of the agent's start.
 *
 * @param settings the user's settings
 * @param ranks the other ranks; empty if this process runs alone
 * @param program what is known about the program; empty if nothing is kept between starts
 * @param agentJar the agent's jar
 */
record AgentStart(
    Settings settings,
    Optional<Ranks> ranks,
    Optional<ProgramMarks> program,
    Path agentJar,
    Instrumentation instrumentation,
    Log log) {}
