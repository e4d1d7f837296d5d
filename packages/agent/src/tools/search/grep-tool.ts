import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { TOOL } from '@unspool/session/tools';
import { placeOf } from '../files/place-of.js';
import { failed, misused, systemFailure } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { type RipgrepResult, runRipgrep } from './run-ripgrep.js';

const DEFAULT_LIMIT = 250;
const MAX_LINES = 20_000;
const MAX_CHARACTERS = 60_000;

export const grepTool: Tool = {
  name: 'Grep',
  description:
    "Searches the contents of files with ripgrep. Uses ripgrep's regular expressions: escape a literal brace with a backslash. Skips files that git ignores. `files_with_matches` (the default) lists files, newest first; `content` shows lines; `count` counts matches.",
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'The regular expression' },
      path: { type: 'string', description: 'The file or folder; default: the current folder' },
      glob: { type: 'string', description: 'Only files that match this pattern, such as "*.ts"' },
      type: { type: 'string', description: 'Only files of this type, such as js, py, rust' },
      output_mode: { type: 'string', enum: ['content', 'files_with_matches', 'count'] },
      '-A': { type: 'number', description: 'Lines after each match' },
      '-B': { type: 'number', description: 'Lines before each match' },
      '-C': { type: 'number', description: 'Lines around each match' },
      context: { type: 'number', description: 'The same as -C' },
      '-n': { type: 'boolean', description: 'Line numbers; default: true' },
      '-i': { type: 'boolean', description: 'Ignore case' },
      '-o': { type: 'boolean', description: 'Only the matching part' },
      multiline: { type: 'boolean', description: 'Matches may span lines' },
      head_limit: { type: 'number', description: 'Maximum number of lines or files; default 250, 0 for all' },
      offset: { type: 'number', description: 'How many lines or files to skip first' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  isReadOnly: () => true,
  run: search,
};

type Mode = 'content' | 'files_with_matches' | 'count';

async function search(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const target = input['path'] === undefined ? context.cwd : placeOf(input['path'], context);
  if (!(await stat(target).catch(() => undefined))) return misused(`Path does not exist: ${target}`);
  const mode = (input['output_mode'] ?? 'files_with_matches') as Mode;
  const limit = Number(input['head_limit'] ?? DEFAULT_LIMIT) || MAX_LINES;
  const offset = Math.max(0, Number(input['offset'] ?? 0));
  try {
    const { cwd, signal } = context;
    const mostLines = mode === 'files_with_matches' ? MAX_LINES : Math.min(offset + limit, MAX_LINES);
    const raw = await runRipgrep({ args: argumentsOf(input, mode, target), cwd, signal, mostLines });
    if (raw.fault !== undefined) return misused(`ripgrep: ${raw.fault}`);
    const found = { ...raw, lines: await readableLines(raw.lines, context) };
    if (mode === 'content') return contentResult(found, { offset, limit, cwd });
    if (mode === 'count') return countResult(found, { offset, limit, cwd });
    return filesResult(found, { offset, limit, cwd });
  } catch (error) {
    return failed(systemFailure('Searching', error));
  }
}

/** Leaves out files that may not be read, since results show file contents. */
async function readableLines(lines: string[], context: ToolContext): Promise<string[]> {
  const known = new Map<string, boolean>();
  const readable: string[] = [];
  for (const line of lines) {
    const end = line.indexOf('\0');
    const path = end === -1 ? line : line.slice(0, end);
    const isOwn = path.startsWith(`${context.projectDir}/`) || path.startsWith(`${context.projectDir}\\`);
    // The check of the call itself covers searches outside the project.
    if (isOwn && !known.has(path)) {
      known.set(path, (await context.checkPermission(TOOL.Read, { file_path: path })).behavior === 'allow');
    }
    if (known.get(path) === false) continue;
    const rest = line.slice(end + 1);
    readable.push(end === -1 ? line : `${path}${/^\d+-/.test(rest) ? '-' : ':'}${rest}`);
  }
  return readable;
}

function argumentsOf(input: JsonObject, mode: Mode, target: string): string[] {
  const args = ['--no-config', '--hidden', '--color=never', '--max-columns=500', '--max-columns-preview'];
  for (const folder of ['.git', '.svn', '.hg']) args.push('--glob', `!${folder}`);
  if (mode === 'files_with_matches') args.push('-l');
  if (mode === 'count') args.push('-c', '--with-filename', '--null');
  if (mode === 'content') args.push(...contentArguments(input));
  if (input['-i'] === true) args.push('-i');
  if (input['multiline'] === true) args.push('-U', '--multiline-dotall');
  if (typeof input['type'] === 'string') args.push('--type', input['type']);
  for (const glob of globsOf(input['glob'])) args.push('--glob', glob);
  return [...args, '-e', String(input['pattern']), '--', target];
}

function contentArguments(input: JsonObject): string[] {
  const numbers = [
    ['-C', input['-C'] ?? input['context']],
    ['-A', input['-A']],
    ['-B', input['-B']],
  ] as const;
  return [
    ...['--with-filename', '--null', '--no-heading'],
    input['-n'] === false ? '--no-line-number' : '--line-number',
    ...(input['-o'] === true ? ['-o'] : []),
    ...numbers.flatMap(([name, value]) => (typeof value === 'number' ? [name, String(value)] : [])),
  ];
}

/** Splits globs at blanks and commas, but not at commas inside braces. */
function globsOf(glob: unknown): string[] {
  if (typeof glob !== 'string') return [];
  return glob
    .split(/\s+/)
    .flatMap((part) => (part.includes('{') ? [part] : part.split(',')))
    .filter(Boolean);
}

interface Window {
  offset: number;
  limit: number;
  cwd: string;
}

function contentResult({ lines, isCut }: RipgrepResult, { offset, limit, cwd }: Window): ToolResult {
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(offset, offset + limit)) {
    characters += line.length;
    if (characters > MAX_CHARACTERS) break;
    shown.push(withoutFolder(line, cwd));
  }
  const content = shown.join('\n');
  const isLimited = isCut || shown.length < lines.length - offset;
  return {
    content:
      shown.length === 0 ? 'No matches found' : content + pagination(isLimited, { offset, limit: shown.length, cwd }),
    toolUseResult: {
      mode: 'content',
      numFiles: 0,
      filenames: [],
      content,
      numLines: shown.length,
      ...(isLimited && { appliedLimit: shown.length }),
    },
  };
}

function countResult({ lines, isCut }: RipgrepResult, window: Window): ToolResult {
  const shown = lines.slice(window.offset, window.offset + window.limit).map((line) => withoutFolder(line, window.cwd));
  const numMatches = shown.reduce((sum, line) => sum + (Number(/:(\d+)$/.exec(line)?.[1]) || 0), 0);
  const content = shown.join('\n');
  const total = `Found ${numMatches} total occurrences across ${shown.length} files.`;
  return {
    content: shown.length === 0 ? 'No matches found' : `${content}\n\n${total}${pagination(isCut, window)}`,
    toolUseResult: { mode: 'count', numFiles: shown.length, filenames: [], content, numMatches },
  };
}

async function filesResult({ lines, isCut }: RipgrepResult, window: Window): Promise<ToolResult> {
  const { offset, limit, cwd } = window;
  const timed: { path: string; time: number }[] = [];
  for (const path of lines)
    timed.push({ path, time: (await stat(resolve(cwd, path)).catch(() => undefined))?.mtimeMs ?? 0 });
  const sorted = timed.sort((a, b) => b.time - a.time || a.path.localeCompare(b.path));
  const filenames = sorted.slice(offset, offset + limit).map(({ path }) => withoutFolder(path, cwd));
  const isLimited = isCut || offset + filenames.length < lines.length;
  const head = `Found ${filenames.length} ${filenames.length === 1 ? 'file' : 'files'}`;
  return {
    content:
      filenames.length === 0 ? 'No files found' : `${head}\n${filenames.join('\n')}${pagination(isLimited, window)}`,
    toolUseResult: {
      mode: 'files_with_matches',
      filenames,
      numFiles: filenames.length,
      ...(isLimited && { appliedLimit: limit }),
    },
  };
}

function pagination(isLimited: boolean, { offset, limit }: Window): string {
  return isLimited ? `\n\n[There is more. Continue with offset ${offset + limit}.]` : '';
}

function withoutFolder(line: string, cwd: string): string {
  const prefix = cwd.endsWith('/') ? cwd : `${cwd}/`;
  if (line.startsWith(prefix)) return line.slice(prefix.length);
  const way = isAbsolute(line) ? relative(cwd, line) : line;
  return way.startsWith('..') ? line : way;
}
