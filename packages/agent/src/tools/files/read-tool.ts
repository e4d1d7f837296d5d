import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { failed, misused, systemFailure } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { decodeText, isBinary } from './file-text.js';
import { placeOf } from './place-of.js';
import { readLines } from './read-lines.js';
import { readImage } from './read-media.js';
import { readNotebook } from './read-notebook.js';
import { readPdf } from './read-pdf.js';

const MAX_LINES = 2000;
/** Larger files are read piece by piece and cannot be edited. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

export const readTool: Tool = {
  name: 'Read',
  description:
    'Reads a file: text with line numbers, images, PDF documents and notebooks. By default reads up to 2000 lines from the start; use `offset` and `limit` for other parts. Very long lines are cut. For folders use Glob or Bash.',
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The absolute path of the file' },
      offset: { type: 'integer', description: 'The first line to read, counted from 1' },
      limit: { type: 'integer', description: 'How many lines to read' },
      pages: { type: 'string', description: 'Pages of a PDF, such as "3" or "1-5", at most 20' },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
  isReadOnly: () => true,
  run: read,
};

async function read(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const path = placeOf(input['file_path'], context);
  try {
    const found = await stat(path);
    if (found.isDirectory()) return misused(`${path} is a folder. Use Glob or Bash to list it.`);
    // Reading a pipe or a device might never end.
    if (!found.isFile()) return misused(`${path} is not a regular file.`);
    const kind = extname(path).toLowerCase();
    if (/^\.(?:png|jpe?g|gif|webp)$/.test(kind)) return await readImage(path, found.size);
    if (kind === '.pdf') return await readPdf(path, found.size, input['pages'], context);
    if (kind === '.ipynb') return await readNotebook(path, found, context.readFiles);
    if (await isBinaryFile(path)) return misused('The file is binary and cannot be shown as text.');
    return await readText(path, { mtimeMs: found.mtimeMs, size: found.size }, input, context);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return failed(await absence(path, context));
    return failed(systemFailure(`Reading ${path}`, error));
  }
}

async function readText(
  path: string,
  { mtimeMs, size }: { mtimeMs: number; size: number },
  input: JsonObject,
  context: ToolContext,
): Promise<ToolResult> {
  const startLine = Math.max(1, Number(input['offset'] ?? 1) || 1);
  const limit = Math.max(1, Number(input['limit'] ?? MAX_LINES) || MAX_LINES);
  const whole = size <= MAX_WHOLE_BYTES ? decodeText(await readFile(path)).text : undefined;
  const stream = () => createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024, signal: context.signal });
  const { lines, totalLines, isCut } = await readLines(whole === undefined ? stream() : [whole], { startLine, limit });
  const isWhole = startLine === 1 && lines.length === totalLines;
  context.readFiles.set(path, {
    content: whole ?? '',
    mtimeMs,
    ...(whole === undefined && { offset: startLine, limit }),
  });
  const shown = size === 0 ? [] : lines;
  const text = shown.map((line, at) => `${startLine + at}\t${line}`).join('\n');
  const file = {
    filePath: path,
    content: isWhole && whole !== undefined ? whole : shown.join('\n'),
    numLines: shown.length,
    startLine,
    totalLines: size === 0 ? 0 : totalLines,
  };
  return {
    content: text + remark({ shown, startLine, totalLines, isCut, size }),
    toolUseResult: { type: 'text', file },
  };
}

interface Shown {
  shown: string[];
  startLine: number;
  totalLines: number;
  isCut: boolean;
  size: number;
}

function remark({ shown, startLine, totalLines, isCut, size }: Shown): string {
  const remind = (text: string) => `<system-reminder>${text}</system-reminder>`;
  if (size === 0) return remind('Warning: the file exists but the contents are empty.');
  if (shown.length === 0) return remind(`Warning: the file has only ${totalLines} lines.`);
  const next = startLine + shown.length;
  if (next > totalLines) return '';
  const why = isCut ? 'The rest is too long to read at once. ' : '';
  return `\n\n${remind(`${why}The file has ${totalLines} lines. Continue with offset ${next}.`)}`;
}

async function isBinaryFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
    return isBinary(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function absence(path: string, { cwd }: ToolContext): Promise<string> {
  const stem = basename(path, extname(path)).toLowerCase();
  const neighbours = await readdir(dirname(path)).catch(() => []);
  const alike = neighbours.find((name) => basename(name, extname(name)).toLowerCase() === stem);
  const hint = alike === undefined ? '' : ` Did you mean ${alike}?`;
  return `File does not exist. Note: your current working directory is ${cwd}.${hint}`;
}
