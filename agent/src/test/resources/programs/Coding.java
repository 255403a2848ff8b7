import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

/** Arrays that loops use, encrypted, packed, and summed up. */
public class Coding extends Loops {
  static class MyKey implements SecretKey {
    final byte[] data = new byte[64];

    public String getAlgorithm() {
      return "HmacSHA256";
    }

    public String getFormat() {
      return "RAW";
    }

    public byte[] getEncoded() {
      again(data, 3);
      return data;
    }
  }

  static void cases() {
    test(
        "digest",
        () -> {
          MessageDigest d = MessageDigest.getInstance("SHA-256");
          d.update(bytes(100, 3));
          d.update(bytes(100, 4), 5, 60);
          byte[] r = d.digest(bytes(80, 2));
          again(r, 1);
          return HexFormat.of().formatHex(r);
        });
    test(
        "mac",
        () -> {
          Mac m = Mac.getInstance("HmacSHA256");
          m.init(new SecretKeySpec(bytes(64, 3), "HmacSHA256"));
          m.update(bytes(100, 3));
          return HexFormat.of().formatHex(m.doFinal(bytes(100, 8)));
        });
    test(
        "own key",
        () -> {
          Mac m = Mac.getInstance("HmacSHA256");
          m.init(new MyKey());
          return HexFormat.of().formatHex(m.doFinal(bytes(100, 8)));
        });
    test(
        "cipher",
        () -> {
          Cipher c = Cipher.getInstance("AES/CTR/NoPadding");
          c.init(
              Cipher.ENCRYPT_MODE,
              new SecretKeySpec(new byte[16], "AES"),
              new IvParameterSpec(new byte[16]));
          byte[] out = bytes(200, 1);
          c.update(bytes(100, 3), 0, 100, out, 50);
          again(out, 2);
          byte[] fin = c.doFinal(out);
          again(fin, 3);
          return sum(out) + sum(fin);
        });
    test(
        "crc",
        () -> {
          java.util.zip.CRC32 c = new java.util.zip.CRC32();
          c.update(bytes(300, 3));
          return c.getValue();
        });
    test(
        "deflate",
        () -> {
          java.util.zip.Deflater d = new java.util.zip.Deflater();
          d.setInput(bytes(300, 3));
          d.finish();
          byte[] o = bytes(500, 1);
          int n = d.deflate(o);
          java.util.zip.Inflater in = new java.util.zip.Inflater();
          in.setInput(o, 0, n);
          byte[] r = bytes(400, 2);
          int k = in.inflate(r);
          again(r, 1);
          return n + " " + k + " " + sum(r) + " " + sum(o);
        });
    test(
        "base64",
        () -> {
          byte[] e = Base64.getEncoder().encode(bytes(100, 3));
          again(e, 1);
          return sum(e) + Base64.getEncoder().encodeToString(bytes(90, 1));
        });
    test(
        "channel binding",
        () -> sum(new org.ietf.jgss.ChannelBinding(bytes(100, 5)).getApplicationData()));
  }
}
