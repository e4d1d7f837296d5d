import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LARGE = 10_000;

/** A client's session that edits files of a repository and writes its transcript in the client's forms. */
export class ScriptedSession {
  private readonly file: string;
  private count = 0;
  private parent: string | null = null;

  constructor(
    readonly id: string,
    private readonly place: { projects: string; repo: string; agent?: string; isSide?: boolean },
    private readonly clock: { now: number },
  ) {
    const slug = place.repo.replace(/[^A-Za-z0-9]/g, '-');
    const folder = join(place.projects, slug);
    this.file = place.agent ? join(folder, id, 'subagents', `agent-${place.agent}.jsonl`) : join(folder, `${id}.jsonl`);
    mkdirSync(dirname(this.file), { recursive: true });
  }

  prompt(words: string): void {
    this.line('user', { role: 'user', content: words });
  }

  reply(words: string): void {
    this.line('assistant', { ...this.message(), content: [{ type: 'text', text: words }] });
  }

  /** `bare`: as a sub-agent, whose results carry no notes. */
  write(path: string, content: string, { bare = false } = {}): void {
    const full = join(this.place.repo, path);
    const before = existsSync(full) ? readFileSync(full, 'utf8') : undefined;
    const noted = {
      type: before === undefined ? 'create' : 'update',
      filePath: full,
      content,
      structuredPatch: before === undefined ? [] : patchOf(before, content),
      originalFile: before === undefined || before.length > LARGE ? null : before,
    };
    this.call('Write', { file_path: full, content }, bare ? undefined : noted);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  /** Only in the transcript: it was written on another machine. */
  record(path: string, content: string): void {
    const full = `${this.place.repo}/${path}`;
    this.prompt('written elsewhere');
    this.call('Write', { file_path: full, content }, { type: 'create', filePath: full, content, structuredPatch: [] });
  }

  edit(path: string, [oldString, newString]: [string, string], { replaceAll = false, bare = false } = {}): void {
    const full = join(this.place.repo, path);
    const before = readFileSync(full, 'utf8');
    if (!before.includes(oldString)) throw new Error(`${path} has no ${oldString}`);
    const after = replaceAll
      ? before.replaceAll(oldString, () => newString)
      : before.replace(oldString, () => newString);
    const noted = {
      filePath: full,
      oldString,
      newString,
      originalFile: before.length > LARGE ? null : before,
      structuredPatch: patchOf(before, after),
      userModified: false,
      replaceAll,
    };
    const input = { file_path: full, old_string: oldString, new_string: newString, replace_all: replaceAll };
    this.call('Edit', input, bare ? undefined : noted);
    writeFileSync(full, after);
  }

  multiEdit(path: string, edits: [string, string][]): void {
    const full = join(this.place.repo, path);
    const before = readFileSync(full, 'utf8');
    const after = edits.reduce((text, [from, to]) => text.replace(from, () => to), before);
    const asked = edits.map(([from, to]) => ({ old_string: from, new_string: to }));
    const noted = {
      filePath: full,
      edits: asked,
      originalFileContents: before,
      structuredPatch: patchOf(before, after),
    };
    this.call('MultiEdit', { file_path: full, edits: asked }, noted);
    writeFileSync(full, after);
  }

  notebookEdit(path: string, source: string): void {
    const full = join(this.place.repo, path);
    const notebook = JSON.parse(readFileSync(full, 'utf8'));
    const lines = source.split('\n');
    notebook.cells.push({
      cell_type: 'code',
      source: lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line)),
    });
    const input = { notebook_path: full, new_source: source, edit_mode: 'insert' };
    this.call('NotebookEdit', input, { new_source: source, edit_mode: 'insert', error: '' });
    writeFileSync(full, `${JSON.stringify(notebook, null, 1)}\n`);
  }

  /** It changes no file. */
  failedEdit(path: string, newString: string): void {
    const input = { file_path: join(this.place.repo, path), old_string: 'is not there', new_string: newString };
    this.call('Edit', input, 'Error: String to replace not found in file.', true);
  }

  private call(name: string, input: object, noted: unknown, isError = false): void {
    this.count++;
    const id = `toolu_${this.place.isSide ? 'side' : (this.place.agent ?? '')}${this.id.slice(0, 8)}${this.count}`;
    this.line('assistant', { ...this.message(), content: [{ type: 'tool_use', id, name, input }] });
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'done', ...(isError && { is_error: true }) }];
    this.line('user', { role: 'user', content }, noted === undefined ? {} : { toolUseResult: noted });
  }

  private message(): object {
    const usage = { input_tokens: 1, output_tokens: 1 };
    return {
      id: `msg_${this.id}${this.place.isSide ? 'side' : (this.place.agent ?? '')}${this.count++}`,
      role: 'assistant',
      model: 'claude-opus-5',
      usage,
    };
  }

  private line(type: string, message: object, more: object = {}): void {
    this.clock.now += 1000;
    const uuid = `${this.id}-${this.place.isSide ? 'side' : (this.place.agent ?? 'main')}-${this.count++}`;
    const agent =
      this.place.agent === undefined
        ? { isSidechain: this.place.isSide === true }
        : { isSidechain: true, agentId: this.place.agent };
    const common = {
      parentUuid: this.parent,
      cwd: this.place.repo,
      sessionId: this.id,
      version: '2.1.326',
      gitBranch: 'main',
    };
    const timestamp = new Date(this.clock.now).toISOString();
    appendFileSync(this.file, `${JSON.stringify({ ...common, ...agent, type, message, uuid, timestamp, ...more })}\n`);
    this.parent = uuid;
  }
}

/** As the client writes it: leading tabs as two spaces. */
function patchOf(before: string, after: string): object[] {
  const [a, b] = [before, after].map((text) => text.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length)).split('\n'));
  if (!a || !b) return [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const lines = changed(a.slice(start, a.length - end), b.slice(start, b.length - end));
  if (lines.length === 0) return [];
  return [
    {
      oldStart: start + 1,
      oldLines: a.length - start - end,
      newStart: start + 1,
      newLines: b.length - start - end,
      lines,
    },
  ];
}

/** The longest common lines stay. */
function changed(a: readonly string[], b: readonly string[]): string[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`);
      j++;
    } else if (j < b.length && (i >= a.length || at(i, j + 1) >= at(i + 1, j))) lines.push(`+${b[j++]}`);
    else lines.push(`-${a[i++]}`);
  }
  return lines;
}
