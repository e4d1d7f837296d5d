import { randomBytes, timingSafeEqual } from 'node:crypto';

const LINK_MS = 60 * 60_000;
const MOST_LINKS = 20;

export type LinkState = 'good' | 'used' | 'old' | 'unknown';

/**
 * Who may ask. The link that is printed holds a key that works once; it is changed for a cookie that scripts cannot
 * read. A page that has the cookie gets a second key, which every change needs: no other site can send it.
 */
export class Keys {
  readonly cookie = newKey();
  readonly write = newKey();
  private readonly links = new Map<string, number>();
  /** The last keys that were used, so that using one again gets an explanation. */
  private readonly used: string[] = [];

  newLink(now: number): string {
    for (const [key, made] of this.links)
      if (now - made > LINK_MS || this.links.size >= MOST_LINKS) this.links.delete(key);
    const key = newKey();
    this.links.set(key, now);
    return key;
  }

  /** `good` once. */
  useLink(key: string, now: number): LinkState {
    for (const [known, made] of this.links) {
      if (!isSame(known, key)) continue;
      if (now - made > LINK_MS) return 'old';
      this.links.delete(known);
      this.used.push(known);
      if (this.used.length > MOST_LINKS) this.used.shift();
      return 'good';
    }
    return this.used.some((known) => isSame(known, key)) ? 'used' : 'unknown';
  }

  isCookie(value: string | undefined): boolean {
    return value !== undefined && isSame(this.cookie, value);
  }

  isWrite(value: string | undefined): boolean {
    return value !== undefined && isSame(this.write, value);
  }
}

function newKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
