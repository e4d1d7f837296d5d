import { createHash } from 'node:crypto';

/** A UUIDv7, which sorts by time, as clients create them. Its random part comes from a random UUID. */
export function uuid7(time: number, random: string): string {
  const hex = Math.max(0, Math.trunc(time)).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(15)}`;
}

/** Distinct ids derived from a session's id, the same in every run. */
export class Ids {
  private count = 0;

  constructor(private readonly seed: string) {}

  hex(length: number): string {
    return createHash('sha256')
      .update(`${this.seed} ${this.count++}`)
      .digest('hex')
      .slice(0, length);
  }

  uuid(): string {
    const hex = this.hex(32);
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      '-',
    );
  }
}
