/**
 * The program's class loaders, modules and class path. Flows in: a loader, a module or a jar. Flows
 * out: class files as that loader finds them, and access across module boundaries. It must not know
 * what is done with a class.
 */
@NullMarked
package dev.slipstream.agent.loading;

import org.jspecify.annotations.NullMarked;
