import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { whenFileEnds } from '../../../../tests/clean-up.js';
import { type ConfigFolder, configFolderAt } from '../../src/locate/config-folders.js';

/** Thousands of synced files: in memory, if the system has a folder for that. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `unspool-${name}-`));
  whenFileEnds(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A config folder with these files, all of them a few days old. */
export function configWith(files: { [path: string]: string | Buffer }): ConfigFolder {
  const folder = newFolder('config');
  mkdirSync(join(folder, 'projects'));
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, 1e9, 1e9);
  }
  const config = configFolderAt(folder);
  if (!config) throw new Error('no config folder');
  return config;
}

/** Every file below a folder by its content, to compare two states. */
export function snapshot(folder: string): { [path: string]: string } {
  const files: { [path: string]: string } = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const hash = entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
    files[relative(folder, path)] = entry.isFile()
      ? `${hash} ${statSync(path).mtimeMs}`
      : entry.isDirectory()
        ? 'folder'
        : 'other';
  }
  return files;
}
