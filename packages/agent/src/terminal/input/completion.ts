import type {
  AutocompleteItem,
  AutocompleteProvider,
  AutocompleteSuggestions,
} from '@mariozechner/pi-tui/dist/autocomplete.js';
import type { SlashCommand } from '../../chat/chat.js';
import { harmlessLine } from '../screen/harmless.js';
import type { ProjectFiles } from './project-files.js';

const MAX_FILES = 20;

/** Completes commands after a leading slash, and files after an `@`. */
export class Completion implements AutocompleteProvider {
  constructor(
    private readonly commands: () => SlashCommand[],
    private readonly files: ProjectFiles,
  ) {}

  async getSuggestions(
    lines: string[],
    cursorLine: number,
    cursorCol: number,
  ): Promise<AutocompleteSuggestions | null> {
    const before = (lines[cursorLine] ?? '').slice(0, cursorCol);
    const command = cursorLine === 0 ? /^\/(\S*)$/.exec(before) : null;
    if (command) return found(this.commandItems(command[1] ?? ''), before);
    const at = /(?:^|\s)(@(?:"([^"]*)|([^\s"]*)))$/.exec(before);
    if (!at) return null;
    return found(await this.fileItems(at[2] ?? at[3] ?? ''), at[1] ?? '');
  }

  applyCompletion(lines: string[], cursorLine: number, cursorCol: number, item: AutocompleteItem, prefix: string) {
    const line = lines[cursorLine] ?? '';
    const isFolder = /\/"?$/.test(item.value);
    const head = line.slice(0, cursorCol - prefix.length) + item.value + (isFolder ? '' : ' ');
    // The value includes a closing quote, so drop the one after the cursor.
    const tail = line.slice(cursorCol).replace(prefix.startsWith('@"') ? /^"\s?/ : '', '');
    // After a folder, put the cursor before the closing quote, so that typing continues the path.
    const back = isFolder && item.value.endsWith('"') ? 1 : 0;
    return { lines: lines.with(cursorLine, head + tail), cursorLine, cursorCol: head.length - back };
  }

  private commandItems(start: string): AutocompleteItem[] {
    const wanted = start.toLowerCase();
    const all = this.commands().filter(({ name }) => name.toLowerCase().includes(wanted));
    const rank = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
    return all
      .sort((a, b) => rank(a.name) - rank(b.name))
      .map(({ name, description, argumentHint }) => ({
        value: `/${name}`,
        label: harmlessLine(`/${name} ${argumentHint ?? ''}`),
        description: harmlessLine(description),
      }));
  }

  private async fileItems(wanted: string): Promise<AutocompleteItem[]> {
    const paths = await this.files.matching(wanted, MAX_FILES);
    return paths.map((path) => ({ value: /\s/.test(path) ? `@"${path}"` : `@${path}`, label: path }));
  }
}

function found(items: AutocompleteItem[], prefix: string): AutocompleteSuggestions | null {
  return items.length > 0 ? { items, prefix } : null;
}
