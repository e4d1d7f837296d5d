// The browser app: packages/web/app → packages/web/dist/app, as files with hashed names and nothing inline.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root, say } from './ready.mjs';

await build({ configFile: join(root, 'packages/web/app/vite.config.ts'), logLevel: 'warn' });

// The server's policy forbids inline scripts and styles: a page with any would stay empty.
const html = readFileSync(join(root, 'packages/web/dist/app/index.html'), 'utf8');
const faults = [
  [/<script(?![^>]*\bsrc=)/i, 'inline script'],
  [/<style/i, 'inline style'],
  [/\bstyle=/i, 'style attribute'],
  [/(?:src|href)="(?:https?:)?\/\//i, 'address of another server'],
].filter(([pattern]) => pattern.test(html));
for (const [, name] of faults) say(`packages/web/app: index.html has an ${name}.`);
if (faults.length > 0) process.exit(1);
