/** How a turn starts: with a person's prompt, with a command that called the model, or with nothing in the file. */
export type TurnKind = 'prompt' | 'command' | 'continued';

export interface TurnStart<At> {
  kind: TurnKind;
  at: At;
}

/** What a line of the main conversation implies for the start of turns. */
export type StartSign = 'prompt' | 'command' | 'command_output' | 'reply' | 'tool_result' | 'interruption' | 'aside';

/**
 * Decides where turns start while the lines of the main conversation are read in file order. Both the full reader and the
 * fast scan use it, so that they count the same turns. A start never changes when a file grows.
 *
 * - A prompt starts a turn, unless it was queued while the model worked: then it belongs to the running turn.
 * - After an interruption no turn is running: a prompt queued then starts the next turn.
 * - A command starts a turn if a reply follows before anything else starts one. With only its own output it does not.
 * - A reply before any start begins a turn, so that every reply belongs to one.
 */
export class TurnStarts<At> {
  readonly starts: TurnStart<At>[] = [];
  private pending: { at: At; hasOutput: boolean } | undefined;
  private readonly queued = new Set<string>();
  private isWaitingForModel = false;

  /** Whether the next prompt must be compared with the queued ones. */
  get mayBeQueued(): boolean {
    return this.isWaitingForModel && this.queued.size > 0;
  }

  enqueue(content: string): void {
    this.queued.add(content.trim());
  }

  /** `text` is called only if a prompt may have been queued. */
  see(sign: StartSign, at: At, text: () => string): void {
    switch (sign) {
      case 'prompt':
        if (this.mayBeQueued && this.queued.has(text().trim())) return;
        this.settle();
        this.starts.push({ kind: 'prompt', at });
        this.isWaitingForModel = false;
        return;
      case 'command':
        this.settle();
        this.pending = { at, hasOutput: false };
        this.isWaitingForModel = false;
        return;
      case 'command_output':
        if (this.pending) this.pending.hasOutput = true;
        return;
      case 'reply':
        if (this.pending) this.starts.push({ kind: 'command', at: this.pending.at });
        else if (this.starts.length === 0) this.starts.push({ kind: 'continued', at });
        this.pending = undefined;
        this.isWaitingForModel = false;
        return;
      case 'tool_result':
        this.isWaitingForModel = true;
        return;
      case 'interruption':
        this.isWaitingForModel = false;
        return;
      case 'aside':
        return;
    }
  }

  /** A command at the end that printed nothing is a turn still waiting for its reply. */
  end(): TurnStart<At>[] {
    this.settle();
    return this.starts;
  }

  private settle(): void {
    if (this.pending && !this.pending.hasOutput) this.starts.push({ kind: 'command', at: this.pending.at });
    this.pending = undefined;
  }
}
