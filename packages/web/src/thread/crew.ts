import { answer, failureFrom } from './answer.js';
import { toProcess } from './channel.js';
import type { Answer, Ask } from './message.js';
import { type Args, type Method, playRole, type Result, type Roles } from './roles.js';
import type { Role, Setting } from './setting.js';
import { Thread } from './thread.js';

type Tell = (news: unknown) => void;

/** Who does the work that would keep the server from answering: threads, or in tests the server's own. */
export class Crew {
  private readonly threads = new Map<Role, Thread>();
  private readonly own = new Map<Role, Roles[Role]>();
  private readonly busy = new Map<Role, number>();
  private count = 0;

  /** `script` is the thread's program; without one there are no threads. */
  constructor(
    private readonly setting: Setting,
    private readonly script: URL | undefined,
  ) {}

  async ask<Name extends Role, Key extends Method<Name>>(
    role: Name,
    method: Key,
    args: AsksOf<Args<Name, Key>>,
    tell: Tell = () => undefined,
  ): Promise<Result<Name, Key>> {
    return (await this.send(role, { method, args, isJson: false }, tell)) as Result<Name, Key>;
  }

  /** The answer as JSON, ready to be passed on. */
  async askJson<Name extends Role, Key extends Method<Name>>(
    role: Name,
    method: Key,
    args: AsksOf<Args<Name, Key>>,
  ): Promise<Uint8Array> {
    return (await this.send(role, { method, args, isJson: true }, () => undefined)) as Uint8Array;
  }

  /** Whether a question to this role waits for its answer: the next may have to wait too. */
  isBusy(role: Role): boolean {
    return (this.busy.get(role) ?? 0) > 0;
  }

  /** Starts the thread of a role, so that the first question does not wait for it. */
  warm(role: Role): void {
    if (this.script) this.thread(role, this.script);
  }

  /** Until it is dismissed, this role is played in a process of its own. */
  moveApart(role: Role): void {
    if (this.script && !this.threads.has(role)) {
      this.threads.set(role, new Thread(this.script, { role, setting: this.setting }, toProcess));
    }
  }

  /** What a role holds in memory is given back; the next question starts it anew. */
  async dismiss(role: Role): Promise<void> {
    const thread = this.threads.get(role);
    this.threads.delete(role);
    this.own.delete(role);
    await thread?.end();
  }

  async close(): Promise<void> {
    await Promise.all([...new Set([...this.threads.keys(), ...this.own.keys()])].map((role) => this.dismiss(role)));
  }

  private async send(role: Role, ask: Omit<Ask, 'ask'>, tell: Tell): Promise<unknown> {
    const numbered = { ...ask, ask: ++this.count };
    this.busy.set(role, (this.busy.get(role) ?? 0) + 1);
    const done = await (this.script
      ? this.thread(role, this.script).send(numbered, tell)
      : this.inside(role, numbered, tell)
    ).finally(() => this.busy.set(role, (this.busy.get(role) ?? 1) - 1));
    if (done.kind === 'failed') throw failureFrom(done);
    return done.kind === 'done' ? done.result : undefined;
  }

  private thread(role: Role, script: URL): Thread {
    let thread = this.threads.get(role);
    if (!thread || thread.isEnded) {
      thread = new Thread(script, { role, setting: this.setting });
      this.threads.set(role, thread);
    }
    return thread;
  }

  private async inside(role: Role, ask: Ask, tell: Tell): Promise<Answer> {
    let player = this.own.get(role);
    if (!player) {
      player = playRole(role, this.setting);
      this.own.set(role, player);
    }
    return answer(player, ask, tell);
  }
}

/** Without the last argument where it is the one that takes news. */
type AsksOf<List extends unknown[]> = List extends [...infer Most, Tell] ? Most : List;
