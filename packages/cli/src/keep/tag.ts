import { changeLabel, dataFolder } from '@unspool/store';
import { withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { allLabels } from './all-labels.js';
import { idOf } from './session-id.js';

export interface TagOptions {
  json?: boolean;
}

/** Adds (`x`, `+x`) or removes (`-x`) tags. Without any, lists them. */
export async function tag(query: string, words: readonly string[], options: TagOptions, io: Io): Promise<number> {
  const changes = words.map(changeOf);
  const sessionId = idOf(query, io);
  const tags = changes.length === 0 ? ((await allLabels(io)).get(sessionId)?.tags ?? []) : await changed();
  if (options.json) io.out(`${JSON.stringify({ sessionId, tags }, null, 2)}\n`);
  else io.out(tags.length > 0 ? `${tags.map((each) => `#${safeLine(each)}`).join(' ')}\n` : 'No tags.\n');
  return 0;

  async function changed(): Promise<string[]> {
    return withIndex(io, (database) => {
      const add = changes.filter((each) => each.isNew).map((each) => each.tag);
      const remove = changes.filter((each) => !each.isNew).map((each) => each.tag);
      const store = { database, dataFolder: dataFolder(io) };
      return writing(() => changeLabel(store, sessionId, { add, remove, now: io.now }).tags);
    });
  }
}

const MAX_TAG = 100;

function changeOf(word: string): { tag: string; isNew: boolean } {
  const name = word.replace(/^[+-]/, '').replace(/^#/, '').normalize('NFC');
  if (name === '' || name.length > MAX_TAG || /[\s,#\p{Cc}\p{Cs}]/u.test(name)) {
    throw new UserError(`"${word}" is not a tag.`, {
      hint: 'A tag is one word without commas: +urgent adds it, -urgent removes it.',
      isUsage: true,
    });
  }
  return { tag: name, isNew: !word.startsWith('-') };
}
