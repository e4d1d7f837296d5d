import type { Role, Setting } from './setting.js';

/** Messages between the server and its threads. */
export interface Ask {
  ask: number;
  method: string;
  args: unknown[];
  /** Answer with JSON as bytes: the server only passes it on, and bytes can be transferred without copying. */
  isJson: boolean;
}

export type Answer =
  | { ask: number; kind: 'done'; result: unknown }
  | { ask: number; kind: 'failed'; status: FailureStatus | undefined; what: string; why?: string; hint?: string }
  | { ask: number; kind: 'news'; news: unknown };

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 500 | 503;

/** What a thread gets when it starts. */
export interface Start {
  role: Role;
  setting: Setting;
}
