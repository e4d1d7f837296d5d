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

/** Facts about all lines of a session, collected while they are read because reading them again would be too slow. */
export class Measured {
  readonly sizes = new EntrySizes();
  /** For calls that are marked as errors: whether the user declined them. */
  readonly rejections = new Map<string, boolean>();
  /** Lines that calls added to a file and removed from it, by the id of the call. */
  readonly changes = new Map<string, LineChange>();
  private readonly titles = new Map<number, string>();
  cwd: string | undefined;

  /** Lines with human words come with their parsed entry; most others do not. */
  readonly add = (node: Node, entry: Entry | undefined): void => {
    this.sizes.add(node, entry);
    if (!entry) return;
    const { cwd } = entry as { cwd?: unknown };
    if (this.cwd === undefined && typeof cwd === 'string') this.cwd = cwd;
    if (isUser(entry) && (node.user?.words === 'prompt' || node.user?.words === 'command')) {
      this.titles.set(node.index, titleOf(entry));
    }
  };

  /** The start of a prompt, on one line. */
  title(node: Node): string | undefined {
    return this.titles.get(node.index);
  }
}

/** Enough to recognise a secret, which is masked before the title is cut. */
const LOOKED_AT = 2000;

function titleOf(entry: Parameters<typeof wordsOf>[0]): string {
  const words = wordsOf(entry);
  const text = words.command ? typedText(words) : words.text;
  const line = oneLine(maskedLine(text.slice(0, LOOKED_AT), { isRevealed: false })).slice(0, LIMITS.title);
  if (line === '') return words.media.length > 0 ? '(image)' : '(untitled)';
  return ownCopy(line);
}

/** Copies a string, since a substring would keep the whole original in memory. */
function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
