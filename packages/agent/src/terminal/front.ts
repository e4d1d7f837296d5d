import { matchesKey } from '@mariozechner/pi-tui/dist/keys.js';
import { PromptEditor } from './input/prompt-editor.js';
import { type Paint, paintFor } from './screen/paint.js';
import { Screen } from './screen/screen.js';
import { Tty } from './screen/tty.js';

/** Takes over the screen once the full terminal has loaded. */
export interface Stage {
  compose(width: number, rows: number): string[];
  key(data: string): void;
  submit(text: string): void;
}

/**
 * The screen with the prompt field, shown while the rest loads, so that you can type at once. It imports little, so that
 * it appears quickly.
 */
export class Front {
  readonly paint: Paint;
  readonly screen: Screen;
  readonly editor: PromptEditor;
  /** Prompts sent before the chat was ready. */
  readonly early: string[] = [];
  private stage: Stage;

  constructor(
    readonly tty: Tty,
    env: { readonly [name: string]: string | undefined },
    leave: (exitCode: number) => void,
  ) {
    this.paint = paintFor(env);
    this.screen = new Screen(tty, (width, rows) => this.stage.compose(width, rows));
    this.editor = new PromptEditor({
      paint: this.paint,
      rows: () => tty.rows,
      requestRender: () => this.screen.requestRender(),
      submit: (text) => this.stage.submit(text),
    });
    this.stage = {
      compose: (width) => ['', this.paint.dim('  …'), ...this.editor.render(width)],
      key: (data) => {
        if (matchesKey(data, 'ctrl+c') || matchesKey(data, 'ctrl+d')) leave(0);
        else this.editor.handleInput(data);
      },
      submit: (text) => this.early.push(text),
    };
  }

  open(): void {
    this.tty.open(
      (data) => {
        this.stage.key(data);
        this.screen.requestRender();
      },
      () => this.screen.render(),
    );
    this.screen.render();
  }

  handOver(stage: Stage): void {
    this.stage = stage;
    this.screen.requestRender();
  }

  /** Leaves `lines` on the screen and restores the terminal. */
  close(lines: readonly string[]): void {
    this.screen.close(lines);
    this.tty.close();
  }
}

export function openFront(
  env: { readonly [name: string]: string | undefined },
  leave: (exitCode: number) => void,
): Front {
  const front = new Front(new Tty(process.stdin, process.stdout), env, leave);
  front.open();
  return front;
}
