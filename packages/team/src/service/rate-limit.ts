import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';

/** Limits the requests per second of each device, and allows short bursts. */
export class RateLimit {
  private readonly left = new Map<string, { tokens: number; at: number }>();

  constructor(private readonly now: () => number) {}

  take(device: string): void {
    const now = this.now();
    const { tokens, at } = this.left.get(device) ?? { tokens: LIMITS.requestBurst, at: now };
    const refilled = Math.min(LIMITS.requestBurst, tokens + ((now - at) / 1000) * LIMITS.requestsPerSecond);
    if (refilled < 1) {
      throw new TeamFailure('too_many', 'Too many requests from this device.', {
        why: `More than ${LIMITS.requestsPerSecond} a second.`,
        hint: 'Wait a few seconds and try again.',
      });
    }
    this.left.set(device, { tokens: refilled - 1, at: now });
  }
}
