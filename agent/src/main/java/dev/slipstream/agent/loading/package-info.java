/**
 * The program's class loaders, modules and class path. Flows in: a loader, a module or a jar. Flows
 * out: class files as that loader finds them, and ways past the borders of modules. It must never
 * know what is done with a class.
 */
@NullMarked
package dev.slipstream.agent.loading;

import org.jspecify.annotations.NullMarked;
