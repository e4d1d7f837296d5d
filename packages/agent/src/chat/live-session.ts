import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTitleFile } from '@unspool/session/edit';
import { projectFolderName } from '@unspool/session/locate';
import type { ToolUseBlock } from '@unspool/session/read';
import { gitBranch } from '../context/git.js';
import { Conversation } from '../loop/conversation.js';
import type { Counter } from '../loop/counting.js';
import type { AgentEvent } from '../loop/event.js';
import type { PermissionMode } from '../permissions/decide.js';
import { CostState } from '../record/cost-state.js';
import { FileHistory } from '../record/file-history.js';
import { Recorder, type RecorderOptions } from '../record/recorder.js';
import type { Opened } from '../sessions/open-start.js';
import { lockSession, releaseSession } from '../sessions/session-lock.js';
import { slugName } from '../sessions/slug-name.js';
import type { World } from '../world.js';

export interface LiveOptions {
  world: World;
  configDir: string;
  projectDir: string;
  entrypoint: string;
  /** The folder in which running chats record their open session. */
  lockFolder: string | undefined;
  counter: Counter;
  cwd(): string;
  permissionMode(): PermissionMode;
}

/** The open session: its file and its conversation. The file is created when there is something to resume. */
export class LiveSession {
  readonly conversation: Conversation;
  readonly slug: string;
  readonly history: FileHistory;
  /** SessionStart hooks have run. */
  isBegun = false;
  /** The permission mode of the last prompt. */
  promptedIn: PermissionMode | undefined;
  private opened: Opened | undefined;
  private recorder: Recorder | undefined;
  /** Events held back until the first prompt: a file must begin with something that can be resumed. */
  private readonly early: AgentEvent[] = [];
  private readonly costs: CostState;

  private constructor(
    private readonly options: LiveOptions,
    readonly sessionId: string,
    readonly file: string,
    opened?: Opened,
  ) {
    const { configDir, projectDir, world } = options;
    this.opened = opened;
    this.slug = opened?.slug ?? slugName(world.random);
    this.costs = new CostState(opened?.costState ?? {}, options.counter, () => world.now());
    this.conversation = new Conversation(opened?.messages ?? []);
    this.history = new FileHistory({
      folder: join(configDir, 'file-history'),
      sessionId,
      projectDir,
      now: () => world.now(),
      ...(opened && { tracked: opened.tracked }),
    });
  }

  static fresh(options: LiveOptions, sessionId: string): LiveSession {
    const { configDir, projectDir, world } = options;
    const folder = join(configDir, 'projects', projectFolderName(projectDir, world.env));
    return new LiveSession(options, sessionId, join(folder, `${sessionId}.jsonl`));
  }

  static continued(options: LiveOptions, opened: Opened): LiveSession {
    return new LiveSession(options, opened.sessionId, opened.file, opened);
  }

  get hasFile(): boolean {
    return this.recorder !== undefined || this.opened !== undefined;
  }

  /** Where large outputs are kept. */
  get resultsFolder(): string {
    return join(dirname(this.file), this.sessionId, 'tool-results');
  }

  /** Cost of the whole session in dollars, including earlier runs. */
  get cost(): number {
    return Number(this.costs.fields()['totalCostUSD']);
  }

  get contextTokens(): number {
    return this.opened?.contextTokens ?? 0;
  }

  /** Writes an event's lines. Throws if writing fails. Events outside the conversation do not create a file. */
  record(event: AgentEvent): void {
    this.costs.take(event);
    if (!this.recorder && !startsFile(event)) {
      if (event.type === 'queue' || event.type === 'attachment') this.early.push(event);
      return;
    }
    const recorder = this.open();
    const early = this.early.splice(0);
    // Output of SessionStart hooks comes before the prompt, as in the client's files.
    for (const each of early) if (each.type === 'attachment') recorder.take(each);
    recorder.take(event);
    for (const each of early) if (each.type !== 'attachment') recorder.take(each);
  }

  backUp(path: string, call: ToolUseBlock | undefined): void {
    const recorder = this.open();
    const line = call && recorder.lineOf(call);
    this.history.backUp(path, line, (entry) => recorder.chain.addAside(entry));
  }

  /** Writes the same title line as the client's /rename. */
  rename(title: string): void {
    if (!this.hasFile) throw new Error('This session has no prompt yet. Rename it after the first one.');
    this.open().chain.addAside({ type: 'custom-title', customTitle: title, sessionId: this.sessionId });
    const noted = join(dirname(this.file), this.sessionId, 'custom-title.json');
    // The newest clients also keep the title in a file. If it exists, it must agree.
    if (existsSync(noted)) writeTitleFile(noted, title);
  }

  /** Options for the recorder of a sub-agent of this session. */
  recorderOptions(): RecorderOptions {
    const { world, entrypoint, cwd, permissionMode } = this.options;
    return {
      file: this.file,
      sessionId: this.sessionId,
      cwd,
      gitBranch: () => gitBranch(cwd()),
      entrypoint,
      slug: this.slug,
      now: () => world.now(),
      newUuid: () => world.newUuid(),
      permissionMode,
      history: this.history,
      costState: () => this.costs.fields(),
    };
  }

  /** `next` is the session that the chat switches to; it may use the same file. */
  close(next?: LiveSession): void {
    this.recorder?.close();
    this.recorder = undefined;
    if (next?.file !== this.file) releaseSession(this.file);
  }

  private open(): Recorder {
    if (this.recorder) return this.recorder;
    const { opened } = this;
    const recorder = new Recorder({
      ...this.recorderOptions(),
      ...(opened ? { turns: opened.turns } : { isNew: true }),
      ...(opened?.after && { after: opened.after }),
    });
    this.lock();
    this.recorder = recorder;
    if (opened) recorder.addMissing(opened.missing.results, opened.missing.words);
    return recorder;
  }

  /** Call this once the file exists: the lock is named after the file's real path. */
  private lock(): void {
    const { lockFolder } = this.options;
    const locked = lockFolder === undefined ? undefined : lockSession(this.file, lockFolder);
    if (locked?.kind === 'taken') throw new Error(locked.reason);
  }
}

function startsFile({ type }: AgentEvent): boolean {
  return type === 'prompt' || type === 'compaction';
}
