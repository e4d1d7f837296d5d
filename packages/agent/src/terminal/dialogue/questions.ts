import { toolNamed } from '@unspool/session/tools';
import type { AgentEvent, PermissionAnswer, PermissionRequest } from '../../loop/event.js';
import type { Paint } from '../screen/paint.js';
import { Approval } from './approval.js';
import { Asking } from './asking.js';
import type { Dialogue } from './dialogue.js';

export interface QuestionsOptions {
  cwd: string;
  paint: Paint;
  answer(request: PermissionRequest, answer: PermissionAnswer): void;
}

/** Calls that wait for an answer, oldest first. One is shown at a time. */
export class Questions {
  private readonly asked = new Map<string, Dialogue>();

  constructor(private readonly options: QuestionsOptions) {}

  get current(): Dialogue | undefined {
    return this.asked.values().next().value;
  }

  /** Number of calls waiting after the one shown. */
  get more(): number {
    return Math.max(0, this.asked.size - 1);
  }

  take(event: AgentEvent): void {
    if (event.type === 'permission_asked') this.ask(event.request);
    else if (event.type === 'permission_answered') this.asked.delete(event.id);
    else if (event.type === 'turn_finished') this.clear();
    // A sub-agent's questions arrive in its own events. The end of its turn does not affect other questions.
    else if (event.type === 'agent' && event.event.type !== 'turn_finished') this.take(event.event);
  }

  /** A turn is over. Questions from background agents stay open. */
  clear(): void {
    for (const [id, { isBackground }] of this.asked) if (!isBackground) this.asked.delete(id);
  }

  private ask(request: PermissionRequest): void {
    if (this.asked.has(request.id)) return;
    const { cwd, paint } = this.options;
    const answer = (given: PermissionAnswer) => {
      this.asked.delete(request.id);
      this.options.answer(request, given);
    };
    const given = { request, cwd, paint, answer };
    this.asked.set(
      request.id,
      toolNamed(request.call.name).view === 'question' ? new Asking(given) : new Approval(given),
    );
  }
}
