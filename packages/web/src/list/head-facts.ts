import { statSync } from 'node:fs';
import { scanList } from '@unspool/session';
import { projectName } from '@unspool/session/locate';
import { maskedLine } from '../view/texts.js';
import type { SessionRow } from '../view/view.js';

type Head = Pick<SessionRow, 'title' | 'branch' | 'startedAt' | 'turns' | 'tokens'> &
  Partial<Pick<SessionRow, 'project' | 'lastAt'>>;

/** Larger files wait for the index, since the list must appear at once. */
const MAX_BYTES = 3_000_000;
/** The total for one list. */
const BUDGET_MS = 150;

/** Facts about sessions that the index has not read yet, read from the files, a few at a time. */
export class HeadFacts {
  private readonly known = new Map<string, { size: number; head: Head }>();
  private spent = 0;
  private spentAt = 0;

  of(main: string): Head | undefined {
    const stats = statSync(main, { throwIfNoEntry: false });
    if (!stats || stats.size > MAX_BYTES) return undefined;
    const known = this.known.get(main);
    if (known?.size === stats.size) return known.head;
    const started = performance.now();
    if (started - this.spentAt > 1000) this.spent = 0;
    if (this.spent > BUDGET_MS) return known?.head;
    const head = this.read(main);
    this.spentAt = performance.now();
    this.spent += this.spentAt - started;
    if (head) this.known.set(main, { size: stats.size, head });
    return head;
  }

  private read(main: string): Head | undefined {
    try {
      const facts = scanList({ main, agents: [] });
      const { cwd: path } = facts;
      return {
        title: maskedLine(facts.title.text, { isRevealed: false }) || '(untitled)',
        ...(path !== undefined && { project: { key: path, name: projectName(path), path } }),
        branch: facts.gitBranch ?? null,
        startedAt: Number.isNaN(facts.startedAt) ? null : facts.startedAt,
        ...(!Number.isNaN(facts.endedAt) && { lastAt: facts.endedAt }),
        turns: facts.turns,
        tokens: facts.tokens,
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      // It was deleted meanwhile.
      return undefined;
    }
  }
}
