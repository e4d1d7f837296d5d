import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Context } from 'hono';
import type { AppFailure } from '../failure.js';
import { notFound } from '../failure.js';
import { type PlainWords, plainPage } from './plain-page.js';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
};

/**
 * The files of the built app, read when the server starts. Requests are looked up among them and never become paths. If
 * the app is rebuilt, it is served after the next start, so that a page never mixes two builds.
 */
export class Assets {
  private readonly files: ReadonlyMap<string, Buffer>;

  constructor(folder: string | undefined) {
    this.files = new Map(folder === undefined ? [] : filesIn(folder));
  }

  serve(context: Context): Response {
    const { path } = context.req;
    const file = this.files.get(path);
    if (file !== undefined && path !== '/index.html') return this.file(context, file, path);
    if (isPage(path)) return this.page(context, 200);
    // A person followed a broken link: the app explains it and shows where to go.
    if (isLookedAt(context) && !path.startsWith('/assets/')) return this.page(context, 404);
    throw notFound('There is no such page.');
  }

  /** A page in the style of the app, for browsers without access. */
  plainPage(context: Context, words: PlainWords, status: AppFailure['status'] | 200): Response {
    const paths = [...this.files.keys()];
    const styles = paths.filter((path) => path.endsWith('.css'));
    const icon = paths.find((path) => path.endsWith('.svg'));
    return context.html(plainPage(words, { styles, icon }), status);
  }

  private file(context: Context, file: Buffer, path: string): Response {
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    // Names below /assets contain a hash of the content.
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return context.body(file as Buffer<ArrayBuffer>, 200, { 'Content-Type': type, 'Cache-Control': cache });
  }

  private page(context: Context, status: 200 | 404): Response {
    const index = this.files.get('/index.html');
    if (index === undefined) return this.plainPage(context, NOT_BUILT, status);
    return context.body(index as Buffer<ArrayBuffer>, status, {
      'Content-Type': TYPES['.html'] ?? '',
      'Cache-Control': 'no-cache',
    });
  }
}

const NOT_BUILT: PlainWords = {
  what: 'The app is not built.',
  more: ['Run npm run build, then start Unspool again.'],
};

/** Every view has a URL, and all of them serve the app. */
function isPage(path: string): boolean {
  return (
    path === '/' ||
    path === '/index.html' ||
    /^\/(search|usage|edits|files|team(\/(search|usage|reads))?)\/?$/.test(path) ||
    /^\/s\/[^/]+(\/[a-z]+)?\/?$/.test(path)
  );
}

/** Whether a person opens this as a page, and not a script, a picture or a program. */
export function isLookedAt(context: Context): boolean {
  return (context.req.header('Accept') ?? '').includes('text/html');
}

function filesIn(folder: string): [string, Buffer][] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    // The app was not built.
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(folder.length).split(sep).join('/'), readFileSync(file)];
    });
}
