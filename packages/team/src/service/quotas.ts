import { TeamFailure } from '../contract/failure.js';
import type { Quota, Stored } from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';

/** How long quotas and sums are cached. Several services at once may exceed a quota by what they take within this time. */
const KNOWN_FOR = 5000;

interface Known {
  at: number;
  stored: Stored;
}

/** Limits how much each person stores. */
export class Quotas {
  private readonly known = new Map<string, Known>();
  private quotas: { at: number; list: Promise<Quota[]> } | undefined;

  constructor(private readonly store: TeamStore) {}

  async put(quota: Quota): Promise<void> {
    await this.store.putQuota(quota);
    this.quotas = undefined;
    this.known.clear();
  }

  /** Everybody who stores something or has a quota of their own; or only this person. */
  async report(person?: string): Promise<{ default: Omit<Quota, 'person'>; people: (Stored & { quota: Quota })[] }> {
    const [stored, quotas] = await Promise.all([this.store.stored(person), this.store.quotas()]);
    const names = [...stored.map((each) => each.person), ...quotas.map((each) => each.person), person ?? ''];
    const people = [...new Set(names)]
      .filter((name) => name !== '' && (person === undefined || name === person))
      .sort();
    const { person: _, ...common } = quotaOf('', quotas);
    return {
      default: common,
      people: people.map((name) => ({
        ...(stored.find((each) => each.person === name) ?? { person: name, bytes: 0, sessions: 0 }),
        quota: quotaOf(name, quotas),
      })),
    };
  }

  /** Throws if this person cannot store so much more. Counts it, so that the next call knows. */
  async take(person: string, more: { bytes: number; sessions: number }): Promise<void> {
    const quota = quotaOf(person, await this.all());
    if (quota.bytes === undefined && quota.sessions === undefined) return;
    const { stored } = await this.storedBy(person);
    const bytes = stored.bytes + more.bytes;
    const sessions = stored.sessions + more.sessions;
    if (quota.bytes !== undefined && more.bytes > 0 && bytes > quota.bytes) {
      throw overQuota(
        `${shortSize(stored.bytes)} of ${shortSize(quota.bytes)} are used, and this needs ${shortSize(more.bytes)}.`,
      );
    }
    if (quota.sessions !== undefined && more.sessions > 0 && sessions > quota.sessions) {
      throw overQuota(`${stored.sessions} of ${quota.sessions} sessions are stored.`);
    }
    stored.bytes = bytes;
    stored.sessions = sessions;
  }

  /** Call after something was deleted. */
  forget(person: string): void {
    this.known.delete(person);
  }

  private async storedBy(person: string): Promise<Known> {
    const known = this.known.get(person);
    if (known && performance.now() - known.at < KNOWN_FOR) return known;
    const at = performance.now();
    const [stored = { person, bytes: 0, sessions: 0 }] = await this.store.stored(person);
    const fresh = { at, stored };
    this.known.set(person, fresh);
    return fresh;
  }

  private all(): Promise<Quota[]> {
    if (!this.quotas || performance.now() - this.quotas.at > KNOWN_FOR) {
      const list = this.store.quotas();
      this.quotas = { at: performance.now(), list };
      list.catch(() => {
        this.quotas = undefined;
      });
    }
    return this.quotas.list;
  }
}

/** A person's own quota, or everybody's. */
function quotaOf(person: string, quotas: readonly Quota[]): Quota {
  return quotas.find((each) => each.person === person) ?? { ...quotas.find((each) => each.person === ''), person };
}

function overQuota(why: string): TeamFailure {
  return new TeamFailure('over_quota', 'Your quota in this team is used up.', {
    why,
    hint: 'Withdraw sessions with: unspool team withdraw SESSION. An admin can raise it: unspool team quota PERSON --size 20GB',
  });
}

function shortSize(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
