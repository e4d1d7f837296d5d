import type { SessionInfo, Storage } from './storage.js';

/**
 * Finds the original sessions of copied messages. A fork copies messages with new ids but their old times, and does not
 * record where they came from.
 */
export class Makers {
  private readonly firstTimes = new Map<string, number | undefined>();

  constructor(private readonly storage: Storage) {}

  /** Maps times of messages older than the fork to the sessions that made them. */
  of(session: SessionInfo): ReadonlyMap<number, string> {
    const makers = new Map<number, string>();
    const first = this.firstTime(session);
    if (first === undefined || first >= session.created) return makers;
    const relatives = this.storage.sessions().filter((each) => this.firstTime(each) === first);
    for (const { id } of relatives.sort(byAge)) {
      for (const time of this.storage.messageTimes(id)) {
        if (time < session.created && !makers.has(time)) makers.set(time, id);
      }
    }
    return makers;
  }

  private firstTime({ id }: SessionInfo): number | undefined {
    if (!this.firstTimes.has(id)) this.firstTimes.set(id, this.storage.messageTimes(id)[0]);
    return this.firstTimes.get(id);
  }
}

function byAge(a: SessionInfo, b: SessionInfo): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1);
}
