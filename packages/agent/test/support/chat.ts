import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiMessage, checkFile, isToolResult, openSession, resume } from '@unspool/session';
import type { OtherEntry } from '@unspool/session/read';
import { whenTestEnds } from '../../../../tests/clean-up.js';
import type { Chat } from '../../src/chat/chat.js';
import { startChat } from '../../src/chat/chat-session.js';
import type { ChatOptions } from '../../src/chat/options.js';
import type { AgentEvent } from '../../src/loop/event.js';
import { anthropicModel } from '../../src/model/anthropic.js';
import { openStart } from '../../src/sessions/open-start.js';
import { type World, waitFor } from '../../src/world.js';
import { type Answer, type ScriptedApi, type Step, startScriptedApi } from './scripted-api.js';
import { testTools } from './tools.js';

export interface TestPlace {
  configDir: string;
  cwd: string;
}

/** A project and its own config folder, deleted after the test. */
export function newPlace(files: { [path: string]: string } = { 'README.md': '# A project\n' }): TestPlace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-agent-')));
  whenTestEnds(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const place = { configDir: join(folder, 'home/.claude'), cwd: join(folder, 'project') };
  mkdirSync(join(place.configDir, 'projects'), { recursive: true });
  mkdirSync(place.cwd, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place.cwd, path, '..'), { recursive: true });
    writeFileSync(join(place.cwd, path), text);
  }
  return place;
}

export function testWorld(place: TestPlace): World {
  return {
    now: Date.now,
    // Retries need no real wait; the grace period of a stopped tool is real.
    wait: (ms, signal) => waitFor(Math.min(ms, 50), signal),
    random: () => 0,
    newUuid: randomUUID,
    env: { PATH: process.env['PATH'] },
    home: join(place.configDir, '..'),
    platform: process.platform,
    fetch,
  };
}

export interface TestChat {
  chat: Chat;
  api: ScriptedApi;
  place: TestPlace;
  events: AgentEvent[];
}

/** A chat that uses the official SDK with a scripted API on loopback. */
export async function newChat(
  answer: Answer | Step[],
  options: Partial<ChatOptions> & { place?: TestPlace; api?: ScriptedApi } = {},
): Promise<TestChat> {
  const { place = newPlace(), api = await startApi(answer), ...given } = options;
  const chat = startChat({
    world: testWorld(place),
    configDir: place.configDir,
    cwd: place.cwd,
    callModel: anthropicModel({ apiKey: 'none', authToken: undefined, baseUrl: api.url }, 'unspool-test'),
    priceOf: () => 0.01,
    tools: testTools,
    start: { kind: 'new' },
    entrypoint: 'cli',
    permissionMode: 'bypassPermissions',
    canAsk: false,
    isTrusted: true,
    ...given,
  });
  whenTestEnds(() => chat.close());
  const events: AgentEvent[] = [];
  chat.listen((event) => events.push(event));
  return { chat, api, place, events };
}

export async function startApi(answer: Answer | Step[]): Promise<ScriptedApi> {
  const api = await startScriptedApi(answer);
  whenTestEnds(() => api.close());
  return api;
}

/** The start of a chat that continues a session. */
export function continueFrom(file: string): ChatOptions['start'] {
  const opened = openStart(file);
  if (opened.kind === 'refused') throw new Error(opened.reasons.join('; '));
  return { kind: 'continue', opened: opened.opened };
}

export function linesOf(file: string): OtherEntry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as OtherEntry);
}

/** The messages that the client would send for the file, without cache marks. */
export function resumed(file: string, prompt?: string): ApiMessage[] {
  return resume(openSession(file), prompt).messages;
}

/**
 * The messages that were sent, without cache marks, reminders and trailing line breaks. Ignores the order of results,
 * since a live chat sends them in call order.
 */
export function comparable(messages: readonly ApiMessage[]): unknown {
  return messages.map(({ role, content }) => ({
    role,
    content: content
      .filter((block) => !(block.type === 'text' && String(block['text' as never]).startsWith('<system-reminder>')))
      .map((block) => JSON.stringify(sorted({ ...block, cache_control: undefined })).replace(/(\\n)+"/g, '"'))
      .sort((a, b) => (content.some(isToolResult) ? a.localeCompare(b) : 0)),
  }));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

/** A `Bash` command that waits until this text is in the session. */
export function untilWritten(words: string): string {
  // The command is in the session, too, and must not find itself.
  const pattern = `[${words.charAt(0)}]${words.slice(1)}`;
  return `sleep 0; until grep -rq '${pattern}' ../home/.claude/projects; do sleep 0.05; done`;
}

export function isSound(file: string): boolean {
  const check = checkFile(file);
  return check.resumes && check.roundTrip;
}
