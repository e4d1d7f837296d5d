import { Editor } from '@mariozechner/pi-tui/dist/components/editor.js';
import type { TUI } from '@mariozechner/pi-tui/dist/tui.js';
import { listTheme, type Paint } from '../screen/paint.js';

export interface PromptEditorOptions {
  paint: Paint;
  rows(): number;
  requestRender(): void;
  submit(text: string): void;
}

const MARK = '❯ ';

/** The field where prompts are typed: several lines, history, folded pastes, completion. */
export class PromptEditor extends Editor {
  private readonly paint: Paint;

  constructor({ paint, rows, requestRender, submit }: PromptEditorOptions) {
    const terminal = {
      get rows() {
        return rows();
      },
    };
    // The editor uses only these two members of the library's screen. Ours replaces it, since it clears the scrollback.
    const host = { requestRender, terminal } as unknown as TUI;
    const theme = { borderColor: (text: string) => text, selectList: listTheme(paint) };
    super(host, theme, { paddingX: MARK.length, autocompleteMaxVisible: 6 });
    this.paint = paint;
    this.focused = true;
    this.onSubmit = submit;
  }

  /**
   * Drops the editor's borders, which are as wide as the screen. When the screen gets narrower they would wrap, and
   * terminals disagree on where the cursor then is.
   */
  override render(width: number): string[] {
    const lines = super.render(width).flatMap((line) => {
      if (!line.startsWith('─')) return [line];
      const more = /[↑↓] \d+ more/.exec(line)?.[0];
      return more === undefined ? [] : [`  ${this.paint.dim(more)}`];
    });
    const [first = '', ...rest] = lines;
    return first.startsWith('  ') ? [this.paint.accent(MARK) + first.slice(MARK.length), ...rest] : lines;
  }
}
