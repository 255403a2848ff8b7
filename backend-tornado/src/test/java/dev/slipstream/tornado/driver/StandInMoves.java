package dev.slipstream.tornado.driver;

/** Collections that a test makes. */
final class StandInMoves implements HeapMoves {
  long young;
  long compacting;
  boolean staysOnceLeft = true;
  boolean neverYoung;

  @Override
  public long collections() {
    return young + compacting;
  }

  @Override
  public long compactions() {
    return compacting;
  }

  @Override
  public boolean staysOnceLeft() {
    return staysOnceLeft;
  }

  @Override
  public boolean isNeverYoung(long bytes) {
    return neverYoung;
  }
}
