import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../../../trace/test/support/growing-session.js';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const SESSIONS = resolve(import.meta.dirname, '../../../trace/fixtures/sessions');

export const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
export const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** A person's home for each test, a receiver beside it, and commands run there. */
export class TracedHome {
  home = '';
  receiver = new Receiver();

  constructor() {
    beforeEach(async () => {
      this.home = mkdtempSync(join(tmpdir(), 'unspool-trace-cli-'));
      mkdirSync(join(this.home, 'pkg/dist'), { recursive: true });
      writeFileSync(join(this.home, 'pkg/dist/trace-hook.cjs'), '');
      this.receiver = await new Receiver().start();
    });
    afterEach(async () => {
      await this.receiver.stop();
      rmSync(this.home, { recursive: true, force: true });
    });
  }

  /** A path in it. */
  at(path: string): string {
    return join(this.home, path);
  }

  async run(args: string[], env: Record<string, string> = {}) {
    const io = memoryIo({
      home: this.home,
      cwd: this.at('work'),
      samples: this.at('pkg/samples'),
      env: { UNSPOOL_HOME: this.at('data'), ...env },
      now: Date.now(),
    });
    const code = await run(args, io);
    return { code, out: io.stdout(), err: io.stderr() };
  }

  /** Sessions that were left alone for a day. */
  layOut(scenario: string): string {
    const [project = ''] = projectsIn(join(SESSIONS, scenario));
    const growing = new GrowingProject(project, this.at('.claude'));
    for (const write of writesOf(project)) growing.write(write);
    const old = Date.now() / 1000 - 86_400;
    for (const file of mainFilesIn(growing.folder)) utimesSync(file, old, old);
    return growing.folder;
  }
}
