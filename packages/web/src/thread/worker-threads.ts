import { failureFrom } from './answer.js';
import type { Ask } from './message.js';
import type { Args, Method, Result } from './roles.js';
import type { Role, Setting } from './setting.js';
import { Thread } from './thread.js';

type Tell = (news: unknown) => void;

/** One worker thread per role, for work that would block the server. Each starts when it is first needed. */
export class WorkerThreads {
  private readonly threads = new Map<Role, Thread>();
  private count = 0;

  /** `script` is the program of the threads. */
  constructor(
    private readonly setting: Setting,
    private readonly script: URL,
  ) {}

  async ask<Name extends Role, Key extends Method<Name>>(
    role: Name,
    method: Key,
    args: AsksOf<Args<Name, Key>>,
    report: Tell = () => undefined,
  ): Promise<Result<Name, Key>> {
    return (await this.send(role, { method, args, isJson: false }, report)) as Result<Name, Key>;
  }

  /** Returns the answer as JSON bytes. */
  async askJson<Name extends Role, Key extends Method<Name>>(
    role: Name,
    method: Key,
    args: AsksOf<Args<Name, Key>>,
  ): Promise<Uint8Array> {
    return (await this.send(role, { method, args, isJson: true }, () => undefined)) as Uint8Array;
  }

  /** Starts the thread of a role, so that the first request does not wait for it. */
  warm(role: Role): void {
    this.thread(role);
  }

  /** Stops the thread of a role. The next request starts a new one. */
  async stop(role: Role): Promise<void> {
    const thread = this.threads.get(role);
    this.threads.delete(role);
    await thread?.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads.keys()].map((role) => this.stop(role)));
  }

  private async send(role: Role, ask: Omit<Ask, 'ask'>, report: Tell): Promise<unknown> {
    const done = await this.thread(role).send({ ...ask, ask: ++this.count }, report);
    if (done.kind === 'failed') throw failureFrom(done);
    return done.kind === 'done' ? done.result : undefined;
  }

  private thread(role: Role): Thread {
    let thread = this.threads.get(role);
    if (!thread || thread.isEnded) {
      thread = new Thread(this.script, { role, setting: this.setting });
      this.threads.set(role, thread);
    }
    return thread;
  }
}

/** Drops the last argument if it is the progress callback. */
type AsksOf<List extends unknown[]> = List extends [...infer Most, Tell] ? Most : List;
