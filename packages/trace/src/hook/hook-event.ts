import { isAbsolute } from 'node:path';
import { isRecord } from '../state/json-file.js';

/** The event that the client sends to a hook on stdin. */
export interface HookEvent {
  name: string;
  sessionId: string | undefined;
  transcript: string;
  lastMessage: string | undefined;
}

/** Returns an error message if the input is not an event. */
export function parseHookEvent(text: string): HookEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.trim() === '' ? 'stdin is empty' : 'stdin is not JSON';
  }
  if (!isRecord(value)) return 'stdin is not a JSON object';
  const { transcript_path: transcript, hook_event_name: name, session_id: id, last_assistant_message: message } = value;
  if (typeof transcript !== 'string' || transcript === '') return 'stdin has no transcript_path';
  if (!isAbsolute(transcript) || !transcript.endsWith('.jsonl'))
    return `transcript_path is not a session file: ${transcript}`;
  return {
    name: typeof name === 'string' ? name : '',
    sessionId: typeof id === 'string' ? id : undefined,
    transcript,
    lastMessage: typeof message === 'string' && message.trim() !== '' ? message : undefined,
  };
}
