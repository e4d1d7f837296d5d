import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GrowingProject, projectsIn, writesOf } from '../../../trace/test/support/growing-session.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const SESSIONS = resolve(import.meta.dirname, '../../../trace/fixtures/sessions');

/** A machine of its own: a home with sessions of the client, and commands that run there. */
export class TraceHome {
  readonly home = mkdtempSync(join(tmpdir(), 'unspool-trace-cli-'));
  readonly settings = join(this.home, '.claude/settings.json');

  constructor() {
    mkdirSync(join(this.home, 'pkg/dist'), { recursive: true });
    mkdirSync(join(this.home, '.claude'));
    writeFileSync(join(this.home, 'pkg/dist/trace-hook.cjs'), '');
  }

  async run(args: string[], env: Record<string, string> = {}, fields: object = {}) {
    const io = memoryIo({
      home: this.home,
      cwd: join(this.home, 'work'),
      samples: join(this.home, 'pkg/samples'),
      env: { UNSPOOL_HOME: join(this.home, 'data'), ...env },
      now: Date.now(),
      ...fields,
    });
    const code = await run(args, io);
    return { code, out: io.stdout(), err: io.stderr() };
  }

  /** A project of the client, as if it had been left alone since yesterday. */
  layOut(scenario: string): string {
    const [project = ''] = projectsIn(join(SESSIONS, scenario));
    const growing = new GrowingProject(project, join(this.home, '.claude'));
    for (const write of writesOf(project)) growing.write(write);
    const old = Date.now() / 1000 - 86_400;
    for (const entry of readdirSync(growing.folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), old, old);
    return growing.folder;
  }

  /** The spans in a file that a sink wrote. */
  spansIn(file: string): { name: string; attributes: { key: string; value: Record<string, unknown> }[] }[] {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.flatMap((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
