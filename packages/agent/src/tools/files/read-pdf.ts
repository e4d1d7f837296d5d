import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '@unspool/session';
import { failed, misused } from '../outcome.js';
import type { ToolContext, ToolResult } from '../tool.js';

/** The API's page limit for one request. */
const MAX_BYTES = 24_000_000;
const MAX_PAGES = 100;
/** A lower limit for pages as images, which use much more of the context. */
const MAX_PICTURES = 20;
const DOTS_PER_INCH = '100';
const TIMEOUT_MS = 60_000;

/** Reads a whole document unchanged, or some pages as images. As in the client, they follow the result as a meta message. */
export async function readPdf(
  path: string,
  size: number,
  pages: unknown,
  context: Pick<ToolContext, 'signal' | 'env'>,
): Promise<ToolResult> {
  if (pages !== undefined) return readPages(path, size, String(pages), context);
  if (size > MAX_BYTES) return misused(`The PDF is too large (${size} bytes) to read at once. Set \`pages\`.`);
  const bytes = await readFile(path);
  if (!isPdf(bytes)) return misused(NO_PDF);
  const count = pagesIn(bytes);
  if (count > MAX_PAGES) {
    return misused(
      `The PDF has ${count} pages; ${MAX_PAGES} can be read at once. Set \`pages\`, at most ${MAX_PICTURES} at a time.`,
    );
  }
  const base64 = bytes.toString('base64');
  const document: Block = {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: base64 },
  };
  return {
    content: `PDF file read: ${path} (${Math.ceil(size / 1024)}KB)`,
    toolUseResult: { type: 'pdf', file: { filePath: path, base64, originalSize: size } },
    meta: [[document]],
  };
}

const NO_PDF = 'The file is named like a PDF, but is not one.';

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes('%PDF-');
}

/** Counts page objects. In compressed streams they cannot be seen; then the API checks its limit itself. */
function pagesIn(bytes: Buffer): number {
  return bytes.toString('latin1').match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0;
}

async function readPages(
  path: string,
  originalSize: number,
  pages: string,
  context: Pick<ToolContext, 'signal' | 'env'>,
): Promise<ToolResult> {
  const range = rangeOf(pages);
  if (!range) return misused(`Cannot read "${pages}" as pages. Use a form such as "3" or "1-5".`);
  if (range.last - range.first >= MAX_PICTURES) return misused(`At most ${MAX_PICTURES} pages at a time.`);
  const folder = await mkdtemp(join(tmpdir(), 'unspool-pdf-'));
  try {
    const failure = await draw(path, range, folder, context);
    if (failure) return failure;
    const names = (await readdir(folder)).sort();
    if (names.length === 0) return misused(`The PDF has no page ${range.first}.`);
    const pictures = await Promise.all(
      names.map(async (name): Promise<Block> => {
        const data = (await readFile(join(folder, name))).toString('base64');
        return { type: 'image', source: { type: 'base64', data, media_type: 'image/jpeg' } };
      }),
    );
    const count = pictures.length;
    return {
      content: `PDF pages extracted: ${count} page(s) from ${path} (${Math.ceil(originalSize / 1024)}KB)`,
      toolUseResult: { type: 'parts', file: { filePath: path, originalSize, count } },
      meta: [pictures],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PageRange {
  first: number;
  last: number;
}

function rangeOf(pages: string): PageRange | undefined {
  const match = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(pages);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first >= 1 && last >= first ? { first, last } : undefined;
}

/** Draws pages with poppler's pdftoppm, as the client does. */
function draw(
  path: string,
  { first, last }: PageRange,
  folder: string,
  { signal, env }: Pick<ToolContext, 'signal' | 'env'>,
): Promise<ToolResult | undefined> {
  const args = ['-jpeg', '-r', DOTS_PER_INCH, '-f', String(first), '-l', String(last), path, join(folder, 'page')];
  return new Promise((resolve) => {
    execFile('pdftoppm', args, { signal, env: { ...env }, timeout: TIMEOUT_MS }, (error, _, stderr) => {
      if (!error) resolve(undefined);
      else if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        resolve(
          misused(
            'Reading single pages needs pdftoppm, which is not installed (package poppler-utils or poppler). Leave out `pages` to read the whole document.',
          ),
        );
      } else resolve(failed(`Cannot draw the pages: ${stderr.trim() || error.message}`));
    });
  });
}
