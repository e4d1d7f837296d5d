import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { TestContext } from 'vitest';

export interface SmallDisk {
  grow(size: string): void;
}

/** Mounts a small disk on a folder while it is used. Requires root; otherwise the test is skipped. */
export async function withSmallDisk(
  { folder, size, context }: { folder: string; size: string; context: TestContext },
  use: (disk: SmallDisk) => void | Promise<void>,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status;
  if (mount(`size=${size}`) !== 0) context.skip('no disk can be made here');
  try {
    await use({ grow: (more) => mount(`remount,size=${more}`) });
  } finally {
    spawnSync('umount', [folder]);
  }
}
