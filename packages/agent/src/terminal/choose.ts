import type { Choice } from './dialogue/picker.js';
import { withLateSegmenter } from './screen/late-segmenter.js';

export interface ChoiceList {
  title: string;
  choices: Choice<string>[];
  /** Lines shown below the list about the selected choice. */
  preview?(value: string): string[];
}

/** Lets the user choose from a list at the terminal. Returns undefined if nothing was chosen. */
export async function choose(
  list: ChoiceList,
  env: { readonly [name: string]: string | undefined },
): Promise<string | undefined> {
  const { Picker, Screen, Tty, paintFor } = await withLateSegmenter(() => import('./choice-screen.js'));
  const tty = new Tty(process.stdin, process.stdout);
  let finish: (value: string | undefined) => void = () => {};
  const chosen = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  const picker = new Picker<string>({ ...list, paint: paintFor(env), done: finish });
  const screen = new Screen(tty, (width, rows) => picker.render(width, rows));
  const cancel = () => finish(undefined);
  process.stdin.once('end', cancel);
  tty.open(
    (key) => {
      picker.handleInput(key);
      screen.requestRender();
    },
    () => screen.render(),
  );
  screen.render();
  try {
    return await chosen;
  } finally {
    process.stdin.off('end', cancel);
    screen.close([]);
    tty.close();
  }
}
