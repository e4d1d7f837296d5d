import { resolve } from 'node:path';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** The value of --project. An empty text or an unresolved dot would match every folder. */
export function givenProject(text: string, io: Pick<Io, 'cwd'>): string {
  if (/^\.\.?([\\/]|$)/.test(text)) return resolve(io.cwd, text);
  if (text.trim() !== '') return text;
  throw new UserError('--project is empty.', {
    hint: 'Give a folder, its name, or leave --project out.',
    isUsage: true,
  });
}
