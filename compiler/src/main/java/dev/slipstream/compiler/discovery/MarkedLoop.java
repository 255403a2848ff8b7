package dev.slipstream.compiler.discovery;

import dev.slipstream.compiler.LoopName;
import dev.slipstream.compiler.flow.NaturalLoop;
import java.util.OptionalInt;

/**
 * A loop that the user marked as parallel.
 *
 * @param name what it is called
 * @param loop where it is
 * @param variable the slot of its variable, where an annotation says it
 */
public record MarkedLoop(LoopName name, NaturalLoop loop, OptionalInt variable) {}
