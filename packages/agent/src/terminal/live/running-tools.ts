import type { ToolUseBlock } from '@unspool/session/read';
import type { ToolProgressed } from '../../loop/event.js';
import { harmless } from '../screen/harmless.js';
import { fit } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';
import { callHead } from '../view/call-head.js';

const SHOWN = 4;
/** Characters kept, enough for the last lines of any output. */
const TAIL = 4000;

interface Running {
  call: ToolUseBlock;
  /** Undefined while the user is asked for permission. */
  since: number | undefined;
  output: string;
}

/** Running calls, each with the last lines of its output. */
export class RunningTools {
  private readonly running = new Map<string, Running>();

  start(call: ToolUseBlock, now: number): void {
    this.running.set(call.id, { call, since: now, output: '' });
  }

  wait(id: string): void {
    const tool = this.running.get(id);
    if (tool) tool.since = undefined;
  }

  /** The user has answered the permission question. */
  resume(now: number): void {
    for (const tool of this.running.values()) tool.since ??= now;
  }

  progress({ call, progress }: ToolProgressed): void {
    const tool = this.running.get(call.id);
    const { output } = progress.data;
    if (tool && typeof output === 'string') tool.output = output.slice(-TAIL);
  }

  finish(id: string): void {
    this.running.delete(id);
  }

  clear(): void {
    this.running.clear();
  }

  lines(width: number, now: number, cwd: string, paint: Paint): string[] {
    return [...this.running.values()].flatMap(({ call, since, output }) => {
      const { name, about } = callHead(call, cwd);
      const seconds = since === undefined ? 0 : Math.floor((now - since) / 1000);
      const time = seconds > 0 ? paint.dim(` ${seconds} s`) : '';
      const room = Math.max(1, width - name.length - 10);
      const head = `${paint.accent('○')} ${paint.bold(name)}${about ? `(${fit(about, room)})` : ''}${time}`;
      const tail = harmless(output).trimEnd().split('\n').slice(-SHOWN).filter(Boolean);
      return [head, ...tail.map((line) => paint.dim(`  │ ${line}`))];
    });
  }
}
