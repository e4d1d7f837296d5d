import { type Entry, isUser, modernise } from '../format/entry.js';
import { nodeOf } from '../model/make-node.js';
import type { Node } from '../model/node.js';
import { TurnStarts } from '../model/starts.js';
import { signOf } from '../model/turns.js';
import { wordsOf } from '../model/words.js';
import type { JsonObject } from '../read/line.js';

/** The state needed to continue numbering a file's turns where reading stopped. */
export interface TurnState {
  count: number;
  queued: string[];
  isWaitingForModel: boolean;
  /** A command for which it is not yet known whether it starts a turn. */
  pending: 'none' | 'command' | 'command with output';
}

/** The turn a line belongs to. For a command it is only known later; then the number changes in place. */
export interface TurnRef {
  number: number;
}

/** Parents are nearly always this near. The bound keeps memory small whatever the file. */
const REMEMBERED = 4096;

/**
 * Numbers turns while lines are read in file order, with the rules of `TurnStarts`. A file can be read in parts. A line
 * belongs to the turn of its parent or, if its parent is far back, to the current turn.
 */
export class TurnCursor {
  private readonly starts = new TurnStarts<null>();
  /** Turns counted before `starts` began. One turn was added to `starts` in their place. */
  private readonly before: number;
  private readonly queued: Set<string>;
  private readonly isSideShown: boolean;
  private isWaitingForModel = false;
  private hasOutput = false;
  private pending: TurnRef | undefined;
  private running: TurnRef;
  private readonly owners = new Map<string, TurnRef>();

  /** In a sub-agent's file the side chain is the conversation. */
  constructor(kind: 'main' | 'agent', state?: TurnState) {
    this.isSideShown = kind === 'agent';
    this.queued = new Set(state?.queued);
    for (const content of this.queued) this.starts.enqueue(content);
    const count = state?.count ?? 0;
    this.before = Math.max(0, count - 1);
    if (count > 0) this.starts.see('prompt', null, noText);
    this.running = { number: count };
    if (state && state.pending !== 'none') {
      this.starts.see('command', null, noText);
      this.hasOutput = state.pending === 'command with output';
      if (this.hasOutput) this.starts.see('command_output', null, noText);
      this.pending = { number: count + 1 };
      this.running = this.pending;
    }
    if (state?.isWaitingForModel) {
      this.starts.see('tool_result', null, noText);
      this.isWaitingForModel = true;
    }
  }

  see(object: JsonObject): TurnRef {
    const entry = modernise(object as Entry);
    const node = nodeOf(entry, NOWHERE, 0);
    const queue = node.extra?.queue;
    if (queue?.operation === 'enqueue' && queue.content !== undefined) {
      this.starts.enqueue(queue.content);
      this.queued.add(queue.content.trim());
      return this.running;
    }
    if (node.isSidechain && !this.isSideShown) return this.running;
    const isStart = this.advance(node, entry);
    return this.own(node, isStart);
  }

  state(): TurnState {
    const pending = this.hasOutput ? 'command with output' : 'command';
    return {
      count: this.count,
      queued: [...this.queued],
      isWaitingForModel: this.isWaitingForModel,
      pending: this.pending ? pending : 'none',
    };
  }

  private get count(): number {
    return this.before + this.starts.starts.length;
  }

  /** Whether the line itself begins a turn, or may. */
  private advance(node: Node, entry: Entry): boolean {
    const sign = signOf(node);
    const had = this.count;
    this.starts.see(sign, null, () => (isUser(entry) ? wordsOf(entry).text : ''));
    switch (sign) {
      case 'prompt':
        if (this.count === had) return false;
        this.settle(this.count - 1);
        this.isWaitingForModel = false;
        this.running = { number: this.count };
        return true;
      case 'command':
        this.settle(this.count);
        this.isWaitingForModel = false;
        this.hasOutput = false;
        this.pending = { number: this.count + 1 };
        this.running = this.pending;
        return true;
      case 'command_output':
        // Most commands that print something never reach the model.
        if (this.pending) {
          this.hasOutput = true;
          this.pending.number = this.count;
        }
        return false;
      case 'reply': {
        const begins = this.pending === undefined && this.count > had;
        this.settle(this.count);
        this.isWaitingForModel = false;
        if (begins) this.running = { number: this.count };
        return begins;
      }
      case 'tool_result':
        this.isWaitingForModel = true;
        return false;
      case 'interruption':
        this.isWaitingForModel = false;
        return false;
      case 'aside':
        return false;
    }
  }

  /** Makes the pending number of a command final. */
  private settle(number: number): void {
    if (this.pending) this.pending.number = number;
    this.pending = undefined;
    this.hasOutput = false;
  }

  private own(node: Node, isStart: boolean): TurnRef {
    const parent = typeof node.parentUuid === 'string' ? this.owners.get(node.parentUuid) : undefined;
    const turn = isStart ? this.running : (parent ?? this.running);
    if (node.uuid !== undefined) {
      this.owners.set(node.uuid, turn);
      if (this.owners.size > REMEMBERED) for (const oldest of this.owners.keys()) return this.forget(oldest, turn);
    }
    return turn;
  }

  private forget(uuid: string, turn: TurnRef): TurnRef {
    this.owners.delete(uuid);
    return turn;
  }
}

const NOWHERE = { line: 0, byte: 0, length: 0, part: 0, isWhole: true, isSeen: true, isModernised: false };
const noText = () => '';
