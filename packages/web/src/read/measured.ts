import { type Entry, isUser, type Node, wordsOf } from '@unspool/session';
import { oneLine } from '@unspool/session/model';
import { typedText } from '@unspool/session/show';
import { LIMITS } from '../view/limits.js';
import { maskedLine } from '../view/texts.js';
import { EntrySizes } from './entry-sizes.js';

/** Lines that were added to a file and removed from it. */
export interface LineChange {
  added: number;
  removed: number;
}

/** What has to be known of all lines of a session and is too dear to be read again: noted as the lines go by. */
export class Measured {
  readonly sizes = new EntrySizes();
  /** Which of the calls that are marked as errors the user said no to. */
  readonly rejections = new Map<string, boolean>();
  /** Lines that calls added to a file and removed from it, by the id of the call. */
  readonly changes = new Map<string, LineChange>();
  private readonly titles = new Map<number, string>();
  cwd: string | undefined;

  /** Lines with a person's words come with their entries, others mostly without. */
  readonly add = (node: Node, entry: Entry | undefined): void => {
    this.sizes.add(node, entry);
    if (!entry) return;
    const { cwd } = entry as { cwd?: unknown };
    if (this.cwd === undefined && typeof cwd === 'string') this.cwd = cwd;
    if (isUser(entry) && (node.user?.words === 'prompt' || node.user?.words === 'command')) {
      this.titles.set(node.index, titleOf(entry));
    }
  };

  /** The start of an ask, on one line. */
  title(node: Node): string | undefined {
    return this.titles.get(node.index);
  }
}

/** Enough to know a secret as one: it is masked before the title is cut. */
const LOOKED_AT = 2000;

function titleOf(entry: Parameters<typeof wordsOf>[0]): string {
  const words = wordsOf(entry);
  const text = words.command ? typedText(words) : words.text;
  const line = oneLine(maskedLine(text.slice(0, LOOKED_AT), { isRevealed: false })).slice(0, LIMITS.title);
  if (line === '') return words.media.length > 0 ? '(image)' : '(no words)';
  return ownCopy(line);
}

/** A piece of a string keeps the whole of it in memory. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
