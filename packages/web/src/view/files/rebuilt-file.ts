import { wholeDiffOf } from '@unspool/session/show';

/** A line of a file, and the turn that wrote it; null if nothing in this session did. */
interface Line {
  text: string;
  turn: number | null;
}

/** A line of the change from the first to the last text, and the turn that added or removed it. */
export interface TracedLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  turn: number | null;
}

/** A file during a session: its first and last text, and the turn that wrote or removed each line. */
export class RebuiltFile {
  private first: Line[] | undefined;
  private lines: Line[] = [];
  /** For a line of the first text, the turn that removed it. */
  private readonly removed = new Map<Line, number | null>();

  get isKnown(): boolean {
    return this.first !== undefined;
  }

  get text(): string | undefined {
    return this.first && this.ending(textsOf(this.lines));
  }

  private lastBreak = '';

  /** Notes the text of the file. Differences from the text so far were not made by this session's edits. */
  see(text: string): void {
    this.change(text, null);
  }

  /** Notes the text that a turn wrote. */
  change(text: string, turn: number | null): void {
    const next = linesOf(text);
    this.lastBreak = text.endsWith('\n') ? '\n' : '';
    if (!this.first) {
      this.first = next.map((line) => ({ text: line, turn: null }));
      this.lines = [...this.first];
      return;
    }
    const now: Line[] = [];
    let at = 0;
    for (const { kind, text: words } of wholeDiffOf(textsOf(this.lines), next)) {
      if (kind === '+') {
        now.push({ text: words, turn });
        continue;
      }
      const line = this.lines[at++];
      if (!line) continue;
      if (kind === ' ') now.push(line);
      else this.removed.set(line, turn);
    }
    this.lines = now;
  }

  /** The change from the first text to the last. Only the lines between surviving lines of the first text are compared. */
  diff(): TracedLine[] {
    const first = this.first ?? [];
    const kept = new Set(first);
    const traced: TracedLine[] = [];
    let at = 0;
    let added: Line[] = [];
    for (const line of this.lines) {
      if (!kept.has(line)) {
        added.push(line);
        continue;
      }
      const end = first.indexOf(line, at);
      traced.push(...this.compared(first.slice(at, end), added), { kind: 'same', text: line.text, turn: null });
      at = end + 1;
      added = [];
    }
    return traced.concat(this.compared(first.slice(at), added));
  }

  private compared(removed: readonly Line[], added: readonly Line[]): TracedLine[] {
    let [old, now] = [0, 0];
    return wholeDiffOf(textsOf(removed), textsOf(added)).map(({ kind, text }): TracedLine => {
      const before = kind === '+' ? undefined : removed[old++];
      const after = kind === '-' ? undefined : added[now++];
      if (before && after) return { kind: 'same', text, turn: null };
      if (after) return { kind: 'added', text, turn: after.turn };
      return { kind: 'removed', text, turn: (before && this.removed.get(before)) ?? null };
    });
  }

  private ending(lines: readonly string[]): string {
    return lines.join('\n') + (lines.length > 0 ? this.lastBreak : '');
  }
}

/** A line break at the end does not begin another line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}
