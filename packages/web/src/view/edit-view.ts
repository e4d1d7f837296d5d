import type { ContextCounts } from './view.js';

/** Edits as the app asks for them and shows them. */

export type EditRequest =
  | { operation: 'clone' }
  | { operation: 'fork'; at: number }
  | { operation: 'cut'; turns: number[]; inPlace?: boolean }
  | {
      operation: 'strip';
      preset?: 'gentle' | 'standard' | 'hard';
      tools?: boolean;
      thinking?: 'all' | 'hollow';
      images?: boolean;
      results?: boolean;
      attachments?: boolean;
      /** Characters. */
      truncate?: number;
      keepLast?: number;
      /** Only these. */
      turns?: number[];
      toolNames?: string[];
      /** Only these calls, by id. */
      calls?: string[];
      largerThan?: number;
      inPlace?: boolean;
    }
  | { operation: 'redact'; inPlace?: boolean }
  | { operation: 'repair'; inPlace?: boolean };

/** What an edit comes to, and the proof that the result resumes. */
export interface EditPlanView {
  what: string;
  /** False: there is nothing to do, and nothing can be applied. */
  isChange: boolean;
  notes: string[];
  turns: { number: number; words: string; dropped: number; changed: number; bytesBefore: number; bytesAfter: number }[];
  lines: BeforeAfter;
  bytes: BeforeAfter;
  /** Null for sessions too large to be put together in memory. */
  messages: BeforeAfter | null;
  tokens: BeforeAfter | null;
  /** Characters by kind; null for sessions too large to be read for it. `attachments` are the images and files among your words. */
  kinds: (BeforeAfter & { kind: Exclude<keyof ContextCounts, 'cached'> | 'attachments' })[] | null;
  resumes: boolean;
  /** How much of the result resumes; null where nothing changes. */
  verdict: { isWhole: boolean; text: string } | null;
  reasons: string[];
  /** Of a repair: what is wrong. */
  findings: { kind: string; title: string; line: number; what: string; repair: string }[];
  /** Of a redaction: how many of which kind. */
  secrets: { kind: string; found: number; distinct: number }[];
  /** Why it cannot be applied now (the session is live); null when it can. */
  refusal: string | null;
}

export interface BeforeAfter {
  before: number;
  after: number;
}

export interface EditDone extends EditPlanView {
  /** The session that was made, or the one that was changed. */
  id: string;
  /** `claude --resume …`, to be run in `folder`. */
  command: string;
  folder: string | null;
  /** What `POST /api/undo` takes. */
  undo: string;
}

export interface EditRecord {
  undo: string;
  what: string;
  at: number | null;
  /** The session it made or changed; null when it is not in the list, or is gone. */
  id: string | null;
  /** That session's title; of a copy that is gone, the title of its original. Null if neither is known. */
  title: string | null;
  isUndone: boolean;
}
