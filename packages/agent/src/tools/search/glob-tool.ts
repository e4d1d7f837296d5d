import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { glob } from 'tinyglobby';
import { placeOf } from '../files/place-of.js';
import { failed, misused, systemFailure } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';

const MAX_FILES = 100;
const MAX_TIMES = 5000;

export const globTool: Tool = {
  name: 'Glob',
  description:
    'Finds files by a pattern such as `**/*.ts` or `src/**/*.{js,jsx}`, newest first. A pattern without a slash matches at any depth. Skips `.git`, and `node_modules` unless it is named.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'The pattern' },
      path: { type: 'string', description: 'The folder to search; default: the current one' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  isReadOnly: () => true,
  run: find,
};

async function find(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const startedAt = context.now();
  const folder = input['path'] === undefined ? context.cwd : placeOf(input['path'], context);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return misused(`Directory does not exist: ${folder}`);
  try {
    const files = await newestFirst(await matches(String(input['pattern']), folder, context), context.signal);
    const filenames = files.slice(0, MAX_FILES).map((path) => shortPath(path, context.cwd));
    const truncated = files.length > MAX_FILES;
    const more = `\n(${files.length} files match; the newest ${MAX_FILES} are shown. Use a narrower path or pattern.)`;
    return {
      content: filenames.length === 0 ? 'No files found' : filenames.join('\n') + (truncated ? more : ''),
      toolUseResult: { filenames, durationMs: context.now() - startedAt, numFiles: filenames.length, truncated },
    };
  } catch (error) {
    return failed(systemFailure('Searching for files', error));
  }
}

function matches(pattern: string, folder: string, { signal }: ToolContext): Promise<string[]> {
  const rooted = isAbsolute(pattern) ? relative(folder, pattern).replaceAll('\\', '/') : pattern.replace(/^\.\//, '');
  const ignore = ['**/.git/**', ...(pattern.includes('node_modules') ? [] : ['**/node_modules/**'])];
  return glob(rooted.includes('/') ? rooted : `**/${rooted}`, {
    cwd: folder,
    absolute: true,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore,
    signal,
  });
}

/** Sorts by time, but by name if there are too many files to read all times. */
async function newestFirst(paths: string[], signal: AbortSignal): Promise<string[]> {
  if (paths.length > MAX_TIMES) return paths.sort();
  const timed: { path: string; time: number }[] = [];
  for (let at = 0; at < paths.length && !signal.aborted; at += 64) {
    const times = await Promise.all(
      paths
        .slice(at, at + 64)
        .map(async (path) => ({ path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    timed.push(...times);
  }
  return timed.sort((a, b) => b.time - a.time || a.path.localeCompare(b.path)).map(({ path }) => path);
}

function shortPath(path: string, cwd: string): string {
  const way = relative(cwd, resolve(path));
  return way.startsWith('..') || isAbsolute(way) ? resolve(path) : way;
}
