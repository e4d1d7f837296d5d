import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file atomically: a full disk or a kill leaves the old content intact. Keeps links and the mode. If the folder
 * does not allow new files, or the file has several hard links, it is overwritten in place instead.
 */
export async function writeFileWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found && found.nlink > 1) return writeInPlace(target, bytes);
  const mode = found && found.mode & 0o7777;
  const draft = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writeNew(draft, bytes);
    if (mode !== undefined) await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    const mayBeWrittenItself = mode !== undefined && (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY');
    if (!mayBeWrittenItself) throw error;
    await writeInPlace(target, bytes);
  }
}

async function writeInPlace(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  await file.writeFile(bytes).finally(() => file.close());
}

async function writeNew(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o666);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}
