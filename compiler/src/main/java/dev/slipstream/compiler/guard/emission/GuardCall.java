package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.placement.Place;

/**
 * A call of the dispatcher for the array at a place.
 *
 * @param name one of the names in {@link GuardCalls} of a method that takes the array alone
 */
record GuardCall(Place place, String name) {}
