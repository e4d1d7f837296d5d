import { isAbsolute } from 'node:path';
import { isRecord } from '../state/json-file.js';

/** What the client tells a hook on stdin. */
export interface HookEvent {
  name: string;
  sessionId: string | undefined;
  transcript: string;
  lastMessage: string | undefined;
}

/** A sentence instead of an event when the input is not one. */
export function parseHookEvent(text: string): HookEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.trim() === '' ? 'nothing came on stdin' : 'stdin is no JSON';
  }
  if (!isRecord(value)) return 'stdin is no JSON object';
  const { transcript_path: transcript, hook_event_name: name, session_id: id, last_assistant_message: message } = value;
  if (typeof transcript !== 'string' || transcript === '') return 'stdin names no transcript_path';
  if (!isAbsolute(transcript) || !transcript.endsWith('.jsonl'))
    return `transcript_path is no session file: ${transcript}`;
  return {
    name: typeof name === 'string' ? name : '',
    sessionId: typeof id === 'string' ? id : undefined,
    transcript,
    lastMessage: typeof message === 'string' && message.trim() !== '' ? message : undefined,
  };
}
