/**
 * Pictures of the graphs of a run. Flows in: what the task, command and instruction graphs tell
 * their recorders. Flows out: DOT files in a folder. It must never change how anything runs, and
 * costs nothing where nobody wants pictures.
 */
@NullMarked
package dev.slipstream.runtime.picture;

import org.jspecify.annotations.NullMarked;
