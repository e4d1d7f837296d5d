import type { AutocompleteProvider } from '@mariozechner/pi-tui/dist/autocomplete.js';
import { Editor } from '@mariozechner/pi-tui/dist/components/editor.js';
import type { TUI } from '@mariozechner/pi-tui/dist/tui.js';
import { editorTheme, type Paint } from '../screen/paint.js';

export interface PromptEditorOptions {
  paint: Paint;
  completion: AutocompleteProvider;
  rows(): number;
  requestRender(): void;
  submit(text: string): void;
}

/** The field a prompt is written in: several lines, history, folded pastes, completion. */
export function promptEditor({ paint, completion, rows, requestRender, submit }: PromptEditorOptions): Editor {
  const terminal = {
    get rows() {
      return rows();
    },
  };
  // Of the library's own screen the editor uses these two; ours keeps the scrollback, which that one clears.
  const host = { requestRender, terminal } as unknown as TUI;
  const editor = new Editor(host, editorTheme(paint), { paddingX: 1, autocompleteMaxVisible: 6 });
  editor.setAutocompleteProvider(completion);
  editor.focused = true;
  editor.onSubmit = submit;
  return editor;
}
