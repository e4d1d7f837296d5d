import type { Aside } from '@unspool/session/show';
import { plural, shortSize } from '../terminal/numbers.js';
import type { Page } from '../terminal/page.js';
import { safe, safeLine } from '../terminal/safe.js';
import { fit, widthOf } from '../terminal/width.js';
import { wrap } from '../terminal/wrap.js';
import { cutText } from './cut-text.js';
import type { Detail } from './detail.js';

/** Consecutive asides that are shown as one. */
interface Run {
  last: Aside;
  labels: Set<string>;
  count: number;
  size: number;
}

/** Prints asides as dim lines. Several of one kind in a row share a line; routine ones are only counted. */
export class AsidePrinter {
  private readonly page: Page;
  private readonly detail: Detail;
  private readonly routine = new Map<string, number>();
  private run: Run | undefined;

  constructor(page: Page, detail: Detail) {
    this.page = page;
    this.detail = detail;
  }

  add(aside: Aside): void {
    if (aside.isRoutine) {
      this.routine.set(aside.label, (this.routine.get(aside.label) ?? 0) + 1);
      return;
    }
    const { run } = this;
    if (run && !this.detail.isFull && isAlike(run.last, aside)) {
      run.last = aside;
      run.labels.add(aside.label);
      run.count++;
      run.size += aside.size;
      return;
    }
    this.settle();
    this.run = { last: aside, labels: new Set([aside.label]), count: 1, size: aside.size };
  }

  /** Call this before printing anything else. */
  settle(): void {
    if (!this.run) return;
    const { last, labels, count, size } = this.run;
    this.run = undefined;
    const { page, detail } = this;
    const isMixed = labels.size > 1;
    const label = `${isMixed ? 'context' : safeLine(last.label)}${count > 1 ? ` ×${count}` : ''}`;
    const about = isMixed ? [...labels].join(', ') : last.text.slice(0, 400);
    const head = `+ ${label} · ${shortSize(size)}`;
    const room = page.columns - widthOf(head) - 3;
    const tail = detail.isFull || room < 12 ? '' : fit(safeLine(about), room);
    page.line(page.paint.dim(tail === '' ? fit(head, page.columns) : `${head} · ${tail}`));
    if (detail.isFull && last.text.trim() !== '') this.printText(last.text);
  }

  end(): void {
    this.settle();
    if (this.routine.size === 0) return;
    const times = [...this.routine.values()].reduce((a, b) => a + b, 0);
    const each = [...this.routine].map(([label, count]) => `${safeLine(label).replace(/^hook /, '')} ×${count}`);
    const text = `+ hooks ran ${plural(times, 'time')}: ${each.join(', ')}`;
    this.page.line(this.page.paint.dim(fit(text, this.page.columns)));
    this.routine.clear();
  }

  private printText(text: string): void {
    const inner = this.page.inside(this.page.paint.dim('  │ '));
    const { dim } = this.page.paint;
    const { text: shown, missing } = cutText(text, this.detail.maxLines, this.detail);
    inner.lines(wrap(safe(shown), inner.columns, dim));
    if (missing !== undefined) inner.lines(wrap(missing, inner.columns, dim));
  }
}

function isAlike(a: Aside, b: Aside): boolean {
  return a.label === b.label || (a.isContext === true && b.isContext === true);
}
