import { CURSOR_MARKER } from '@mariozechner/pi-tui/dist/tui.js';
import { onlyColours } from './harmless.js';
import { fit, visibleWidth, wrap } from './lines.js';

/** What the screen needs from a terminal. */
export interface Surface {
  readonly columns: number;
  readonly rows: number;
  write(data: string): void;
}

/** A line waiting for its frame, and the screen width it was made for. */
interface Printed {
  line: string;
  columns: number;
}

const FRAME_MS = 16;
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR_LINE = '\u001b[2K';

/**
 * The terminal's main screen. Printed lines go above the live part and belong to the terminal from then on: they scroll
 * and are never drawn again. Below them is the live part, of which only changed lines are drawn. All cursor moves are
 * relative, so it does not matter what was on the screen before.
 */
export class Screen {
  /** The live part as it is now on the screen. */
  private drawn: string[] = [];
  private columns = 0;
  private rows = 0;
  private cursor = { row: 0, column: 0 };
  private readonly printed: Printed[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastFrame = 0;
  private isClosed = false;

  constructor(
    private readonly surface: Surface,
    private readonly compose: (width: number, rows: number) => string[],
  ) {}

  /** Prints lines permanently. The next frame puts them above the live part. */
  print(lines: readonly string[]): void {
    const { columns } = this.surface;
    for (const line of lines) this.printed.push({ line, columns });
    this.requestRender();
  }

  /** Schedules a frame. Several requests share one frame. */
  requestRender(): void {
    if (this.timer || this.isClosed) return;
    const wait = Math.max(0, FRAME_MS - (performance.now() - this.lastFrame));
    this.timer = setTimeout(() => this.render(), wait);
  }

  render(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isClosed) return;
    this.lastFrame = performance.now();
    const { columns, rows } = this.surface;
    const { lines, cursor } = this.live(columns, rows);
    const isResized = this.drawn.length > 0 && (columns !== this.columns || rows !== this.rows);
    const isWhole = isResized || this.printed.length > 0 || this.drawn.length === 0;
    const frame = isWhole ? this.whole(lines, columns, isResized) : this.changes(lines);
    this.columns = columns;
    this.rows = rows;
    const moved = this.moveTo(cursor.row, cursor.column);
    if (frame !== '' || moved !== '') this.surface.write(`${BEGIN}${frame}${moved}${END}`);
  }

  /** Clears the screen. */
  clear(): void {
    this.surface.write('\u001b[2J\u001b[H');
    this.drawn = [];
    this.cursor = { row: 0, column: 0 };
    this.render();
  }

  /** Leaves `lines` in place of the live part, with the cursor below them. */
  close(lines: readonly string[]): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    const { columns } = this.surface;
    const above = this.printed.flatMap((each) => onScreen(each, columns));
    const left = [...above, ...lines.map((line) => drawable(line, columns))].map((line) => `${line}\r\n`).join('');
    this.surface.write(`${BEGIN}${this.toTop(columns)}\u001b[J${left}${END}`);
    this.isClosed = true;
  }

  private live(columns: number, rows: number): { lines: string[]; cursor: { row: number; column: number } } {
    const all = this.compose(columns, rows);
    // Keep the live part within the screen: rows that have scrolled off cannot be redrawn.
    const shown = all.slice(Math.max(0, all.length - Math.max(1, rows - 1)));
    const row = shown.findIndex((line) => line.includes(CURSOR_MARKER));
    const before = row === -1 ? '' : (shown[row]?.split(CURSOR_MARKER, 1)[0] ?? '');
    const column = Math.min(visibleWidth(before), columns - 1);
    const lines = shown.map((line) => drawable(line.replace(CURSOR_MARKER, ''), columns));
    return { lines, cursor: row === -1 ? { row: Math.max(0, lines.length - 1), column: 0 } : { row, column } };
  }

  private whole(lines: string[], columns: number, isResized: boolean): string {
    const above = this.printed.splice(0).flatMap((each) => onScreen(each, columns));
    const below = isResized ? 0 : Math.max(0, this.drawn.length - above.length - lines.length);
    const top = this.toTop(columns) + (isResized ? '\u001b[J' : '');
    const body = [...above, ...lines].map((line) => CLEAR_LINE + line).join('\r\n');
    this.drawn = lines;
    this.cursor = { row: lines.length - 1, column: columns };
    return top + body + emptied(below);
  }

  private changes(lines: string[]): string {
    const before = this.drawn;
    const changed = lines.flatMap((line, row) => (line === before[row] ? [] : [row]));
    const [first] = changed;
    const last = changed.at(-1);
    let frame = '';
    if (first !== undefined && last !== undefined) {
      // Rows that do not exist yet are created by a line feed.
      const from = Math.min(first, before.length - 1);
      frame += this.moveTo(from, 0);
      for (let row = from; row <= last; row++) {
        if (row > from) frame += '\r\n';
        if (lines[row] !== before[row]) frame += `${CLEAR_LINE}${lines[row]}`;
      }
      this.cursor = { row: last, column: this.columns };
    }
    const extra = before.length - lines.length;
    if (extra > 0) {
      frame += this.moveTo(lines.length - 1, 0) + emptied(extra);
      this.cursor = { row: lines.length - 1, column: 0 };
    }
    this.drawn = lines;
    return frame;
  }

  /** Moves to the first row of the live part. In a terminal that got narrower, lines have wrapped and take more rows. */
  private toTop(columns: number): string {
    const rows = (width: number) => Math.max(1, Math.ceil(width / columns));
    const above = this.drawn.slice(0, this.cursor.row).reduce((sum, line) => sum + rows(visibleWidth(line)), 0);
    const within = columns < this.columns ? Math.floor(this.cursor.column / columns) : 0;
    this.cursor = { row: 0, column: 0 };
    return `\r${up(above + within)}`;
  }

  private moveTo(row: number, column: number): string {
    const down = row - this.cursor.row;
    if (down === 0 && column === this.cursor.column) return '';
    this.cursor = { row, column };
    const across = column === 0 ? '' : `\u001b[${column}C`;
    return `${down > 0 ? `\u001b[${down}B` : up(-down)}\r${across}`;
  }
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

/** Clears rows below the cursor and returns to it. */
function emptied(rows: number): string {
  return rows > 0 ? `\r\n${CLEAR_LINE}`.repeat(rows) + up(rows) : '';
}

/** Wraps lines if the screen got narrower since they were made: printed lines are never redrawn. */
function onScreen({ line, columns: made }: Printed, columns: number): string[] {
  const lines = columns < made && visibleWidth(line) > columns ? wrap(line, columns) : [line];
  return lines.map((each) => drawable(each, columns));
}

/** Removes trailing spaces, which would wrap when the terminal gets narrower. */
function drawable(line: string, columns: number): string {
  const clean = fit(onlyColours(line).trimEnd(), columns);
  return clean.includes('\u001b') ? `${clean}\u001b[0m` : clean;
}
