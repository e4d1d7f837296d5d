import { randomBytes, timingSafeEqual } from 'node:crypto';

const LINK_MS = 60 * 60_000;
const MAX_LINKS = 20;

export type LinkState = 'good' | 'used' | 'old' | 'unknown';

/**
 * Controls access. The printed link contains a key that works once and is exchanged for a cookie that scripts cannot
 * read. A page with the cookie gets a second key, which every change requires and no other site can send.
 */
export class Keys {
  readonly cookie = newKey();
  readonly write = newKey();
  private readonly links = new Map<string, number>();
  /** The keys used last, so that reusing one can be explained. */
  private readonly used: string[] = [];

  newLink(now: number): string {
    for (const [key, made] of this.links)
      if (now - made > LINK_MS || this.links.size >= MAX_LINKS) this.links.delete(key);
    const key = newKey();
    this.links.set(key, now);
    return key;
  }

  /** Returns `good` only the first time. */
  useLink(key: string, now: number): LinkState {
    for (const [known, made] of this.links) {
      if (!isSame(known, key)) continue;
      if (now - made > LINK_MS) return 'old';
      this.links.delete(known);
      this.used.push(known);
      if (this.used.length > MAX_LINKS) this.used.shift();
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
