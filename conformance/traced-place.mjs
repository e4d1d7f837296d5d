import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChatApi } from './chat-api.mjs';
import { files, scripts } from './chat-scenarios.mjs';
import { isRunning, runClient } from './client.mjs';
import { startReceiver } from './otlp-receiver.mjs';
import { differences, replyOf, spansOfFile, stored } from './span-set.mjs';
import { TerminalClient } from './terminal-client.mjs';
import { ownScripts } from './trace-scenarios.mjs';

const SETTLE_MS = 30_000;
const LOOK_EVERY_MS = 100;
const TWO_DAYS_MS = 2 * 24 * 3_600_000;
/** Typical settings: with another hook, and with formatting of their own. */
const SETTINGS = `{
    "skipDangerousModePermissionPrompt": true,
    "showClearContextOnPlanAccept": true,
    "hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "true"}]} ]}
}`;

const SKILL = `---
name: apart
description: Looks at something in a context of its own.
context: fork
---
Look. @@sub
`;

/** A private home and project, an API and, if traced, the hook with two sinks. */
export class TracedPlace {
  static async open({ unspool, client, isTraced }) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-traced-')));
    const place = new TracedPlace();
    Object.assign(place, {
      unspool,
      client,
      isTraced,
      folder,
      home: join(folder, 'home'),
      cwd: join(folder, 'project'),
    });
    for (const name of [place.cwd, join(place.home, '.claude')]) mkdirSync(name, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(place.cwd, name), content);
    writeFileSync(place.settings, SETTINGS);
    writeFileSync(join(place.home, '.claude.json'), JSON.stringify(knownPerson(place.cwd)));
    place.prepare();
    place.api = await startChatApi({ ...scripts, ...ownScripts });
    place.receiver = await startReceiver();
    if (isTraced) await place.install();
    return place;
  }

  /** A repository, for worktrees, with a skill. */
  prepare() {
    const skill = join(this.cwd, '.claude/skills/apart');
    mkdirSync(skill, { recursive: true });
    writeFileSync(join(skill, 'SKILL.md'), SKILL);
    const git = (...args) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: this.cwd });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'begin');
  }

  get settings() {
    return join(this.home, '.claude/settings.json');
  }

  get spanFile() {
    return join(this.folder, 'spans.jsonl');
  }

  async install() {
    const sinks = ['--sink', `file:${this.spanFile}`, '--sink', `box=otlp:${this.receiver.url}`];
    await this.run(['trace', 'install', '--scope', 'user', ...sinks]);
  }

  /** Describes changes to the settings. */
  async uninstall() {
    await this.run(['trace', 'uninstall', '--scope', 'user']);
    const text = readFileSync(this.settings, 'utf8');
    return text === SETTINGS ? [] : [`settings.json is not as it was before install: ${text}`];
  }

  /** Runs the client without a terminal. `signal` is sent a while after this number of requests. */
  ask({ args, input, signal, afterRequests = 1 }) {
    const before = this.api.requests.length;
    const stop = signal && { signal, isUnderWay: () => this.api.requests.length >= before + afterRequests };
    return runClient(this.commandFor(args), { ...this.inside, input, stop });
  }

  terminal(args) {
    return new TerminalClient(this.commandFor(args), this.inside);
  }

  commandFor(args) {
    const mode = args.includes('--permission-mode') ? [] : ['--dangerously-skip-permissions'];
    return [...this.client, ...args, ...mode];
  }

  get inside() {
    return { home: this.home, cwd: this.cwd, url: this.api.url };
  }

  /** Waits until no hook process runs and nothing waits to be sent. Describes what went wrong. */
  async settle() {
    const until = Date.now() + SETTLE_MS;
    for (;;) {
      const { running, complaints } = this.hookRuns();
      const status = JSON.parse(await this.run(['trace', 'status', '--json']));
      const waiting = status.sinks.filter(({ queue }) => queue.files > 0);
      if (running.length === 0 && waiting.length === 0) {
        const refused = status.sinks.filter(({ rejected, lastError }) => rejected > 0 || lastError !== null);
        return [
          ...complaints,
          ...[...status.errors, ...refused].map((each) => `status reports ${JSON.stringify(each)}`),
        ];
      }
      if (Date.now() > until) return [`after ${SETTLE_MS} ms: ${running.length} run, ${waiting.length} sinks wait`];
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Reads the record that the witness kept. */
  hookRuns() {
    const file = join(this.home, 'hook-runs.jsonl');
    const notes = existsSync(file) ? spreadLines(readFileSync(file, 'utf8')) : [];
    const ended = new Map(notes.filter(({ code }) => code !== undefined).map(({ pid, code }) => [pid, code]));
    const begun = [...new Set(notes.map(({ pid }) => pid))];
    const failed = begun.filter((pid) => ended.has(pid) && ended.get(pid) !== 0);
    return {
      count: begun.length,
      running: begun.filter((pid) => !ended.has(pid) && isRunning(pid)),
      killed: begun.filter((pid) => !ended.has(pid) && !isRunning(pid)),
      complaints: failed.map((pid) => `a process of the hook ended with ${ended.get(pid)}`),
    };
  }

  /** Describes the differences between the sinks' content and a clean backfill. */
  async compare() {
    const wanted = stored(spansOfFile(await this.backfilled()));
    const output = wanted.repeated > 0 ? [`the backfill sent ${wanted.repeated} spans twice`] : [];
    let overwritten = 0;
    for (const [name, spans] of Object.entries(this.sent)) {
      const found = stored(spans);
      if (found.repeated > 0) output.push(`${name}: ${found.repeated} spans twice without a change`);
      if (found.repeated > 0 && name === 'receiver') output.push(...this.receiver.requests.map(shownRequest));
      output.push(...differences(found.byId, wanted.byId).map((each) => `${name}: ${each}`));
      overwritten = Math.max(overwritten, found.overwritten);
    }
    return { said: output, spans: wanted.byId.size, overwritten };
  }

  /** Describes recorded replies that a sink lacks. While the client runs, they may take a moment to arrive. */
  async lacking() {
    const until = Date.now() + SETTLE_MS;
    for (;;) {
      const transcripts = textOf(join(this.home, '.claude/projects'));
      const written = this.api.given.filter((id) => transcripts.includes(`"${id}"`));
      const output = Object.entries(this.sent).flatMap(([name, spans]) => {
        const replies = new Set(spans.map(replyOf));
        return written.filter((id) => !replies.has(id)).map((id) => `${name}: no span for the reply ${id}`);
      });
      if (output.length === 0 || Date.now() > until) return output;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  get sent() {
    const file = existsSync(this.spanFile) ? spansOfFile(readFileSync(this.spanFile, 'utf8')) : [];
    return { file, receiver: this.receiver.spans };
  }

  /** What a machine without the hook would send in a later backfill. */
  async backfilled() {
    const folder = mkdtempSync(join(this.folder, 'clean-'));
    const home = join(folder, 'home');
    cpSync(join(this.home, '.claude'), join(home, '.claude'), { recursive: true, preserveTimestamps: true });
    makeOlder(join(home, '.claude/projects'));
    const target = join(folder, 'spans.jsonl');
    // A client without a prompt leaves nothing to send.
    if (textOf(join(home, '.claude/projects')) === '') return '';
    await this.run(['trace', 'backfill', '--sink', `file:${target}`], {
      HOME: home,
      UNSPOOL_HOME: join(folder, 'data'),
    });
    return existsSync(target) ? readFileSync(target, 'utf8') : '';
  }

  /** Does not block: the API and the receiver must answer meanwhile, or a sender gives up and sends again. */
  async run(args, more = {}) {
    const env = { PATH: process.env.PATH, HOME: this.home, USERPROFILE: this.home, LANG: 'C.UTF-8', ...more };
    const options = { cwd: this.cwd, env, maxBuffer: Number.POSITIVE_INFINITY };
    const running = promisify(execFile)(process.execPath, [this.unspool, ...args], options);
    running.child.stdin.end();
    return (await running).stdout;
  }

  close() {
    this.api.close();
    this.receiver.close();
    if (process.env.UNSPOOL_KEEP) console.log(this.folder);
    else rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** When a request began and ended, to tell a sender that got no answer from one that sent the same again. */
function shownRequest({ begunAt, readAt, answeredAt, closedAt, spans }) {
  const times = [begunAt, readAt, answeredAt, closedAt].map((at) =>
    at ? new Date(at).toISOString().slice(14) : 'never',
  );
  const [begun, read, answered, closed] = times;
  return `request: begun ${begun}, read ${read}, answered ${answered}, closed ${closed}: ${spans.join(' ')}`;
}

/** Skips the questions that the client asks on its first start. */
function knownPerson(cwd) {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['none'], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true } },
  };
}

function spreadLines(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** All transcripts below a folder. */
function textOf(folder) {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
}

/** In the same order as before. */
function makeOlder(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    const then = new Date(statSync(path).mtimeMs - TWO_DAYS_MS);
    utimesSync(path, then, then);
  }
}
