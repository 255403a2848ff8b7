package dev.slipstream.model.loop;

import java.util.Locale;

/**
 * What kind of thing keeps a loop from being taken. Each kind has a section of {@code
 * docs/refusals.md}, whose heading is the kind's name.
 */
public enum RefusalKind {
  /** The annotation is not on the counter of a loop. */
  ANNOTATION,
  /** The loop does not count up or down to a limit by a step. */
  LOOP_HEAD,
  /** An iteration may end the loop. */
  EARLY_EXIT,
  /** The loop, or a method that it calls, catches exceptions. */
  CATCH,
  /** A method that is called has no code for devices, or cannot be found. */
  CALLS,
  /** It is not known which of several methods a call runs. */
  OVERRIDDEN_METHODS,
  /** A lambda or an object that is called cannot be compiled with the loop. */
  FUNCTIONS,
  /** A method calls itself. */
  RECURSION,
  /** The loop, or a method that it calls, takes a lock. */
  LOCKS,
  /** A class may not be initialised yet when the loop starts. */
  STATIC_INITIALISERS,
  /** An object is created, stored, compared or checked. */
  OBJECTS,
  /** Text is used. */
  STRINGS,
  /** An array is created whose size a kernel cannot have. */
  NEW_ARRAYS,
  /** An array differs between iterations, or is none of numbers. */
  ARRAYS,
  /** A field is written, or cannot be read before the loop. */
  FIELDS,
  /** An iteration reads what an earlier one has written to a variable. */
  CARRIED_VALUES,
  /** Floating-point numbers are added or multiplied in the loop's order. */
  FLOATING_POINT_SUMS,
  /** Several iterations change one element. */
  SHARED_ELEMENTS,
  /** A variable is read after the loop that not every iteration sets. */
  VALUES_AFTER_THE_LOOP,
  /** The loop has more instructions or variables than a kernel can have. */
  SIZE,
  /** The bytecode has a form that is not analysed. */
  BYTECODE,
  /** The class loader of the loop hides the agent. */
  CLASS_LOADERS,
  /** The agent failed. */
  ERRORS;

  /** Where the kind is explained, such as {@code docs/refusals.md#early-exit}. */
  public String page() {
    return "docs/refusals.md#" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
