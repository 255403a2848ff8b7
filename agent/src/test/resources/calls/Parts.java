import java.io.*;
import java.security.*;
import java.util.*;
import java.util.zip.Checksum;

/** Classes of the program that methods of the JDK call while they have an array. */
final class Parts {
  private Parts() {}

  static final class Source extends InputStream {
    private final Trial trial;
    private int given;

    Source(Trial trial) {
      this.trial = trial;
    }

    @Override
    public int read() {
      if (given == 300) {
        return -1;
      }
      trial.called();
      return '0' + (given++ & 7);
    }
  }

  static final class Sink extends OutputStream {
    private final Trial trial;

    Sink(Trial trial) {
      this.trial = trial;
    }

    @Override
    public void write(int value) {
      trial.called(value);
    }
  }

  /** One that has its own methods for arrays. */
  static final class Block extends OutputStream {
    private final Trial trial;

    Block(Trial trial) {
      this.trial = trial;
    }

    @Override
    public void write(int value) {
      trial.called(value);
    }

    @Override
    public void write(byte[] of, int from, int length) {
      trial.called();
      for (int k = from; k < from + length; k++) {
        trial.called(of[k]);
      }
    }
  }

  static final class Letters extends Reader {
    private final Trial trial;
    private int given;

    Letters(Trial trial) {
      this.trial = trial;
    }

    @Override
    public int read(char[] to, int from, int length) {
      trial.called();
      int k = 0;
      for (; k < length && k < 5 && given < 300; k++) {
        to[from + k] = (char) ('0' + (given++ & 7));
      }
      trial.called();
      return k == 0 ? -1 : k;
    }

    @Override
    public void close() {}
  }

  static final class Lines extends Writer {
    private final Trial trial;

    Lines(Trial trial) {
      this.trial = trial;
    }

    @Override
    public void write(char[] of, int from, int length) {
      trial.called();
      for (int k = from; k < from + length; k++) {
        trial.called(of[k]);
      }
    }

    @Override
    public void flush() {
      trial.called();
    }

    @Override
    public void close() {}
  }

  static final class Dice extends Random {
    private final Trial trial;
    private int drawn;

    Dice(Trial trial) {
      this.trial = trial;
    }

    @Override
    protected int next(int bits) {
      if (trial != null) {
        trial.called();
      }
      return (++drawn * 0x9E3779B9) >>> (32 - bits);
    }
  }

  static final class SecureSpi extends SecureRandomSpi {
    private final transient Trial trial;

    SecureSpi(Trial trial) {
      this.trial = trial;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      trial.called(Arrays.hashCode(seed));
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      trial.called();
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) k;
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int bytes) {
      return new byte[bytes];
    }
  }

  static final class Secure extends SecureRandom {
    Secure(Trial trial) {
      super(new SecureSpi(trial), null);
    }
  }

  static final class Mixer extends MessageDigest {
    private final Trial trial;
    private int state;

    Mixer(Trial trial) {
      super("mixer");
      this.trial = trial;
    }

    @Override
    protected void engineUpdate(byte input) {
      trial.called(input);
      state = state * 31 + input;
    }

    @Override
    protected void engineUpdate(byte[] input, int from, int length) {
      trial.called();
      for (int k = from; k < from + length; k++) {
        engineUpdate(input[k]);
      }
    }

    @Override
    protected byte[] engineDigest() {
      trial.called();
      return new byte[] {(byte) state, (byte) (state >> 8), 3};
    }

    @Override
    protected int engineGetDigestLength() {
      return 3;
    }

    @Override
    protected void engineReset() {
      state = 0;
    }
  }

  static final class Sum implements Checksum {
    private final Trial trial;
    private long sum;

    Sum(Trial trial) {
      this.trial = trial;
    }

    @Override
    public void update(int b) {
      trial.called(b);
      sum = sum * 31 + b;
    }

    @Override
    public void update(byte[] of, int from, int length) {
      trial.called();
      for (int k = from; k < from + length; k++) {
        update(of[k]);
      }
    }

    @Override
    public long getValue() {
      return sum;
    }

    @Override
    public void reset() {
      sum = 0;
    }
  }

  static final class Text implements CharSequence {
    private final Trial trial;

    Text(Trial trial) {
      this.trial = trial;
    }

    @Override
    public int length() {
      trial.called();
      return 30;
    }

    @Override
    public char charAt(int index) {
      trial.called();
      return (char) ('0' + (index & 7));
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return "012345670123456701234567012345".substring(from, to);
    }

    @Override
    public String toString() {
      trial.called();
      return "012345670123456701234567012345";
    }
  }

  static final class Element implements Comparable<Object> {
    private final Trial trial;

    Element(Trial trial) {
      this.trial = trial;
    }

    @Override
    public String toString() {
      trial.called();
      return "e";
    }

    @Override
    public int hashCode() {
      trial.called();
      return 7;
    }

    @Override
    public boolean equals(Object other) {
      trial.called();
      return other instanceof Element;
    }

    @Override
    public int compareTo(Object other) {
      trial.called();
      return 0;
    }
  }
}
