import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Context } from 'hono';
import { notFound } from '../failure.js';

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

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Unspool</title>
<body><h1>The app is not built</h1><p>Run <code>npm run build</code>, then start Unspool again.</p></body></html>
`;

/**
 * The files of the built app. Which there are is found out when the server starts: what a browser asks for is looked
 * up among them and never becomes a path.
 */
export class Assets {
  private readonly files: ReadonlyMap<string, string>;

  constructor(folder: string | undefined) {
    this.files = new Map(folder === undefined ? [] : filesIn(folder));
  }

  serve(context: Context): Response {
    const { path } = context.req;
    const file = this.files.get(path);
    if (file !== undefined && path !== '/index.html') return this.file(context, file, path);
    if (isPage(path)) return this.page(context, 200);
    // Somebody followed a link: the app says it, and how to go on.
    if (isLookedAt(context) && !path.startsWith('/assets/')) return this.page(context, 404);
    throw notFound('There is no such page.');
  }

  private file(context: Context, file: string, path: string): Response {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    // Names below /assets carry a hash of the content.
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return context.body(readFileSync(file), 200, { 'Content-Type': type, 'Cache-Control': cache });
  }

  private page(context: Context, status: 200 | 404): Response {
    const index = this.files.get('/index.html');
    const html = index === undefined ? NOT_BUILT : readFileSync(index, 'utf8');
    return context.body(html, status, { 'Content-Type': TYPES['.html'] ?? '', 'Cache-Control': 'no-cache' });
  }
}

/** Every view has a URL, and each of them is the app. */
function isPage(path: string): boolean {
  return (
    path === '/' ||
    path === '/index.html' ||
    /^\/(search|usage|edits)\/?$/.test(path) ||
    /^\/s\/[^/]+(\/[a-z]+)?\/?$/.test(path)
  );
}

/** Not a script, a picture or a program that asks. */
function isLookedAt(context: Context): boolean {
  return (context.req.header('Accept') ?? '').includes('text/html');
}

function filesIn(folder: string): [string, string][] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    // It was not built.
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(folder.length).split(sep).join('/'), file];
    });
}
