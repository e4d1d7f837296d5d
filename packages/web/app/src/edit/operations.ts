import type { EditRequest } from '../api/contract.js';

/** The operations as people are offered them. The server says which of them it can do. */
export const OPERATIONS: { name: EditRequest['operation']; title: string; does: string; nothing?: string }[] = [
  {
    name: 'strip',
    title: 'Strip',
    does: 'Take out old tool output, thinking, images: the same conversation, smaller.',
  },
  { name: 'cut', title: 'Cut turns', does: 'Remove turns, also in the middle.' },
  { name: 'fork', title: 'Fork', does: 'A new session that ends with the turn you choose.' },
  { name: 'clone', title: 'Clone', does: 'A copy with everything that belongs to it.' },
  {
    name: 'redact',
    title: 'Redact',
    does: 'Replace secrets, in sub-agents and outputs too.',
    nothing: 'There are no secrets to replace.',
  },
  {
    name: 'repair',
    title: 'Repair',
    does: 'Mend damaged lines, lost parents, the wrong branch.',
    nothing: 'There is nothing to mend.',
  },
];
