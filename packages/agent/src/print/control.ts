import type { Block, JsonObject } from '@unspool/session';
import type { Chat } from '../chat/chat.js';
import type { PermissionAnswer, PermissionRequest } from '../loop/event.js';
import { PERMISSION_MODES, type PermissionMode, type PermissionUpdate } from '../permissions/decide.js';
import { drivenBy } from './driven-by.js';
import { serverList } from './server-list.js';

export interface ControlOptions {
  chat: Chat;
  write(message: JsonObject): void;
  /** Called when a prompt arrives. */
  prompt(content: string | Block[]): void;
  /** Called for a line that was not understood. */
  odd(line: string): void;
  newUuid(): string;
}

/** Handles the client's protocol on stdin: prompts, control requests, and answers to our own requests. */
export class Control {
  /** Our own requests that await an answer. */
  private readonly waiting = new Map<string, (answer: JsonObject | Error) => void>();

  constructor(private readonly options: ControlOptions) {}

  take(line: string): void {
    if (line.trim() === '') return;
    const message = parse(line);
    if (message?.['type'] === 'user') this.takePrompt(message);
    else if (message?.['type'] === 'control_request') this.takeRequest(message);
    else if (message?.['type'] === 'control_response') this.takeResponse(message);
    else if (message?.['type'] !== 'keep_alive') this.options.odd(line);
  }

  /** Asks the driving program whether a call may run. */
  ask({ id, call, suggestions, reason }: PermissionRequest): void {
    this.options.write({
      type: 'control_request',
      request_id: id,
      request: {
        subtype: 'can_use_tool',
        tool_name: call.name,
        input: call.input,
        permission_suggestions: suggestions,
        decision_reason: reason,
        tool_use_id: call.id,
      },
    });
  }

  /** Sends the driving program a request. */
  private request(request: JsonObject): Promise<JsonObject> {
    const request_id = this.options.newUuid();
    return new Promise((resolve, reject) => {
      this.waiting.set(request_id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      this.options.write({ type: 'control_request', request_id, request });
    });
  }

  private takePrompt(message: JsonObject): void {
    const { content } = (message['message'] ?? {}) as { content?: unknown };
    if (typeof content === 'string' || Array.isArray(content)) this.options.prompt(content as string | Block[]);
    else this.options.odd(JSON.stringify(message));
  }

  private takeRequest(message: JsonObject): void {
    const request_id = String(message['request_id']);
    const request = (message['request'] ?? {}) as JsonObject;
    const answer = this.follow(request);
    const response =
      typeof answer === 'string'
        ? { subtype: 'error', request_id, error: answer }
        : { subtype: 'success', request_id, response: answer };
    this.options.write({ type: 'control_response', response });
  }

  /** Returns the answer. A string is an error message. */
  private follow(request: JsonObject): JsonObject | string {
    const { chat } = this.options;
    switch (request['subtype']) {
      case 'initialize':
        chat.configure(drivenBy(request, (question) => this.request(question)));
        return {
          commands: chat
            .commands()
            .map(({ name, description, argumentHint = '' }) => ({ name, description, argumentHint })),
          output_style: 'default',
          available_output_styles: ['default'],
          models: [{ value: chat.model, displayName: chat.model, description: '' }],
          account: {},
        };
      case 'interrupt':
        chat.interrupt();
        return {};
      case 'set_permission_mode': {
        const mode = request['mode'] as PermissionMode;
        if (!PERMISSION_MODES.includes(mode)) return `unknown permission mode: ${String(mode)}`;
        chat.setPermissionMode(mode);
        return { mode };
      }
      case 'stop_task':
        chat.stopTask(String(request['task_id']));
        return {};
      case 'mcp_status':
        return { mcpServers: serverList(chat.servers()) };
      case 'set_model':
        if (typeof request['model'] === 'string') chat.setModel(request['model']);
        return {};
      default:
        return `unsupported request: ${String(request['subtype'])}`;
    }
  }

  private takeResponse(message: JsonObject): void {
    const { request_id, subtype, response, error } = (message['response'] ?? {}) as JsonObject;
    const take = this.waiting.get(String(request_id));
    if (take) {
      this.waiting.delete(String(request_id));
      take(subtype === 'success' ? ((response ?? {}) as JsonObject) : new Error(String(error)));
      return;
    }
    this.options.chat.answer(String(request_id), subtype === 'success' ? answerOf(response) : denial(error));
  }
}

function answerOf(value: unknown): PermissionAnswer {
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = (value ?? {}) as JsonObject;
  if (behavior !== 'allow') return { ...denial(message), interrupt: interrupt === true };
  return {
    behavior: 'allow',
    ...(typeof updatedInput === 'object' && updatedInput !== null && { updatedInput: updatedInput as JsonObject }),
    ...(Array.isArray(updatedPermissions) && { updates: updatedPermissions as PermissionUpdate[] }),
  };
}

function denial(message: unknown): PermissionAnswer & { behavior: 'deny' } {
  return { behavior: 'deny', message: typeof message === 'string' ? message : 'Not allowed.', interrupt: false };
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    // Not JSON; the caller reports it.
    return undefined;
  }
}
