import { harmless } from '../screen/harmless.js';
import { fit, wrap } from '../screen/lines.js';
import { cutLongWords } from '../screen/long-words.js';
import { markdownTheme, type Paint } from '../screen/paint.js';

type Render = (text: string, width: number) => string[];

/** Renders Markdown as lines. The renderer loads after the first frame; until then text is shown as it is. */
export class MarkdownLines {
  private renderer: Render | undefined;

  constructor(private readonly paint: Paint) {}

  async load(): Promise<void> {
    const [{ Markdown }, { setCapabilities }] = await Promise.all([
      import('@mariozechner/pi-tui/dist/components/markdown.js'),
      import('@mariozechner/pi-tui/dist/terminal-image.js'),
    ]);
    // Without hyperlinks the address is always shown, so link text cannot hide where the link leads.
    setCapabilities({ images: null, trueColor: false, hyperlinks: false });
    const theme = markdownTheme(this.paint);
    this.renderer = (text, width) => new Markdown(text, 0, 0, theme).render(width);
  }

  render(text: string, width: number): string[] {
    const clean = harmless(text).trim();
    if (clean === '') return [];
    const room = Math.max(1, width);
    return this.drawn(cutLongWords(clean, room), room).map((line) => fit(line, room));
  }

  private drawn(text: string, width: number): string[] {
    try {
      return this.renderer?.(text, width) ?? wrap(text, width);
    } catch {
      // If the parser fails on some text, the conversation goes on.
      return wrap(text, width);
    }
  }
}
