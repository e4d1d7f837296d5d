import type { Operation } from './request.js';

interface Offered {
  name: Operation;
  title: string;
  does: string;
  group: 'Copy' | 'Clean';
  /** It can replace the session instead of making a new one. */
  isInPlaceToo?: boolean;
  /** Shown if it would change nothing. */
  nothing?: string;
}

/** The edits, in the order they are offered. The server says which of them it can do. */
export const OPERATIONS: readonly Offered[] = [
  { name: 'fork', title: 'Fork', does: 'A new session that ends with a turn you choose.', group: 'Copy' },
  { name: 'clone', title: 'Clone', does: 'A copy with everything that belongs to it.', group: 'Copy' },
  {
    name: 'strip',
    title: 'Strip',
    does: 'Remove old tool output, thinking and images. The conversation stays.',
    group: 'Clean',
    isInPlaceToo: true,
    nothing: 'There is nothing to strip.',
  },
  {
    name: 'cut',
    title: 'Cut',
    does: 'Remove turns, also from the middle.',
    group: 'Clean',
    isInPlaceToo: true,
  },
  {
    name: 'redact',
    title: 'Redact',
    does: 'Replace secrets with tokens, in sub-agents and outputs too.',
    group: 'Clean',
    isInPlaceToo: true,
    nothing: 'No secrets were found.',
  },
  {
    name: 'repair',
    title: 'Repair',
    does: 'Fix damaged lines, missing parents and the wrong branch.',
    group: 'Clean',
    isInPlaceToo: true,
    nothing: 'There is nothing to repair.',
  },
];
