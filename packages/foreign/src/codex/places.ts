import { dirname, join } from 'node:path';

/** Versions before 0.2 wrote `.json`. */
export const ENDINGS = ['.jsonl', '.jsonl.zst', '.json'];

/** The folders that may hold a thread's file. There is one per day, in local time, so the neighbouring days count too. */
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

/** The client's folder, given a file in it. */
export function topOf(file: string): string | undefined {
  const match = /^(.*)[\\/](?:sessions|archived_sessions)[\\/]/.exec(file);
  return match?.[1];
}
