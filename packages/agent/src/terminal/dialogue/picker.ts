import { fuzzyFilter } from '@mariozechner/pi-tui/dist/fuzzy.js';
import { decodePrintableKey, matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { harmlessLine } from '../screen/harmless.js';
import { fit } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';

export interface Choice<T> {
  label: string;
  detail: string;
  value: T;
}

export interface PickerOptions<T> {
  title: string;
  choices: Choice<T>[];
  paint: Paint;
  /** Lines shown below the list about the selected choice. */
  preview?(value: T): string[];
  /** Called with undefined if nothing was chosen. */
  done(value: T | undefined): void;
}

/** Minimum number of terminal rows for a preview. */
const PREVIEW_ROWS = 16;
const MAX_PREVIEW_LINES = 6;

/** A list to choose from. Typing filters it by a fuzzy search, best matches first. */
export class Picker<T> {
  private filter = '';
  private selected = 0;
  private previewed: { choice: Choice<T>; lines: string[] } | undefined;

  constructor(private readonly options: PickerOptions<T>) {}

  render(width: number, rows: number): string[] {
    const { paint, title } = this.options;
    const found = this.found();
    const preview = this.previewLines(found[this.selected], width, rows);
    const most = Math.max(1, Math.min(10, rows - 6 - preview.length));
    const from = Math.max(0, Math.min(this.selected - (most >> 1), found.length - most));
    const lines = found.slice(from, from + most).map(({ label, detail }, at) => {
      const isSelected = from + at === this.selected;
      const words = fit(harmlessLine(label), Math.max(1, width - 4));
      const line = `${isSelected ? paint.accent(` ❯ ${words}`) : `   ${words}`}${detail ? paint.dim(`  ${harmlessLine(detail)}`) : ''}`;
      return fit(line, width);
    });
    return [
      fit(` ${paint.bold(paint.accent(title))}${this.filter === '' ? '' : `  ${harmlessLine(this.filter)}`}`, width),
      ...(lines.length > 0 ? lines : [paint.dim('   no matches')]),
      ...preview,
      paint.dim(fit(` ${found.length} · Enter chooses · Esc cancels · type to filter`, width)),
    ];
  }

  handleInput(data: string): void {
    const found = this.found();
    if (matchesKey(data, 'escape') || matchesKey(data, 'ctrl+c')) this.options.done(undefined);
    else if (matchesKey(data, 'up')) this.selected = Math.max(0, this.selected - 1);
    else if (matchesKey(data, 'down')) this.selected = Math.max(0, Math.min(found.length - 1, this.selected + 1));
    else if (matchesKey(data, 'enter')) {
      const chosen = found[this.selected];
      if (chosen) this.options.done(chosen.value);
    } else if (matchesKey(data, 'backspace')) this.narrow(this.filter.slice(0, -1));
    else {
      const typed = decodePrintableKey(data) ?? (data.length === 1 && data >= ' ' ? data : undefined);
      if (typed !== undefined) this.narrow(this.filter + typed);
    }
  }

  private narrow(filter: string): void {
    this.filter = filter;
    this.selected = 0;
  }

  private previewLines(choice: Choice<T> | undefined, width: number, rows: number): string[] {
    const { paint, preview } = this.options;
    if (!preview || !choice || rows < PREVIEW_ROWS) return [];
    if (this.previewed?.choice !== choice) this.previewed = { choice, lines: preview(choice.value) };
    const shown = this.previewed.lines.slice(0, MAX_PREVIEW_LINES);
    return ['', ...shown.map((line) => fit(paint.dim(`   ${harmlessLine(line)}`), width))];
  }

  private found(): Choice<T>[] {
    if (this.filter.trim() === '') return this.options.choices;
    return fuzzyFilter(this.options.choices, this.filter, ({ label, detail }) => `${label} ${detail}`);
  }
}
