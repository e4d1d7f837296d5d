import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';

/** Limits the requests per second of each device, and allows short bursts. Limits its simultaneous pushes, too. */
export class RateLimit {
  private readonly left = new Map<string, { tokens: number; at: number }>();
  private readonly pushing = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  take(device: string): void {
    const now = this.now();
    const { tokens, at } = this.left.get(device) ?? { tokens: LIMITS.requestBurst, at: now };
    const refilled = Math.min(LIMITS.requestBurst, tokens + (Math.max(0, now - at) / 1000) * LIMITS.requestsPerSecond);
    this.left.set(device, { tokens: refilled < 1 ? refilled : refilled - 1, at: now });
    if (refilled < 1) {
      throw new TeamFailure('too_many', 'Too many requests from this device.', {
        why: `More than ${LIMITS.requestsPerSecond} a second.`,
        hint: 'Wait a few seconds and try again.',
      });
    }
  }

  /** Each push that has begun holds its body in memory, however slowly it arrives. */
  async push<T>(device: string, work: () => Promise<T>): Promise<T> {
    const running = this.pushing.get(device) ?? 0;
    if (running >= LIMITS.pushesAtOnce) {
      throw new TeamFailure('too_many', 'Too many pushes at once from this device.', {
        hint: 'Wait until one is done.',
      });
    }
    this.pushing.set(device, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.pushing.get(device) ?? 1) - 1;
      if (left > 0) this.pushing.set(device, left);
      else this.pushing.delete(device);
    }
  }
}
