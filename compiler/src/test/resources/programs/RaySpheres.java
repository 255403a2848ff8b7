import dev.slipstream.api.Parallel;

/** Two spheres and a light, with a small class for vectors. */
class RaySpheres {
  static final class Vec3 {
    final float x, y, z;

    Vec3(float x, float y, float z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }

    float dot(Vec3 o) {
      return x * o.x + y * o.y + z * o.z;
    }

    Vec3 sub(Vec3 o) {
      return new Vec3(x - o.x, y - o.y, z - o.z);
    }

    Vec3 scale(float f) {
      return new Vec3(x * f, y * f, z * f);
    }

    Vec3 unit() {
      return scale(1f / (float) Math.sqrt(dot(this)));
    }
  }

  static float hit(Vec3 centre, float radius, Vec3 ray) {
    float b = centre.dot(ray);
    float det = b * b - centre.dot(centre) + radius * radius;
    return det < 0 ? -1 : b - (float) Math.sqrt(det);
  }

  static Object run(int size) {
    float[] image = new float[size * size];
    Vec3 light = new Vec3(-1, 2, -1).unit();
    for (@Parallel int py = 0; py < size; py++) {
      for (@Parallel int px = 0; px < size; px++) {
        Vec3 ray = new Vec3(px - size * 0.5f, size * 0.5f - py, size).unit();
        Vec3 first = new Vec3(-0.5f, 0, 5);
        Vec3 second = new Vec3(0.9f, 0.4f, 4);
        float t1 = hit(first, 1.2f, ray);
        float t2 = hit(second, 0.7f, ray);
        float shade = 0;
        if (t1 > 0 || t2 > 0) {
          boolean nearFirst = t2 <= 0 || (t1 > 0 && t1 < t2);
          Vec3 point = ray.scale(nearFirst ? t1 : t2);
          Vec3 normal = point.sub(nearFirst ? first : second).unit();
          shade = Math.max(0.1f, normal.dot(light));
        }
        image[py * size + px] = shade;
      }
    }
    return image;
  }
}
