import { dirname, join } from 'node:path';

/** `.json` before 0.2. */
export const ENDINGS = ['.jsonl', '.jsonl.zst', '.json'];

/** The folders in which the file of another thread can be: threads are put by their day, which is of the local time. */
export function foldersOfThread(file: string, madeAt: number | undefined): string[] {
  const folders = [dirname(file)];
  const top = topOf(file);
  if (top === undefined) return folders;
  if (madeAt !== undefined) {
    for (const days of [0, -1, 1]) {
      const [day = ''] = new Date(madeAt + days * DAY).toISOString().split('T');
      folders.push(join(top, 'sessions', ...day.split('-')));
    }
  }
  return [...folders, join(top, 'sessions'), join(top, 'archived_sessions')];
}

const DAY = 86_400_000;

/** The folder of the client, from a file in it. */
export function topOf(file: string): string | undefined {
  const match = /^(.*)[\\/](?:sessions|archived_sessions)[\\/]/.exec(file);
  return match?.[1];
}
