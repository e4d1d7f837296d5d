import { toolNamed } from './registry.js';
import type { ToolFamily } from './tool.js';

/** The colours of tools, in the order of a legend; each name is also its label. */
export const TOOL_COLOURS = ['read', 'edit', 'run', 'search', 'agent', 'other'] as const;
/** One of `TOOL_COLOURS`. */
export type ToolColour = (typeof TOOL_COLOURS)[number];

/** The name of the colour a call is drawn in. */
export function colourOf(tool: string): ToolColour {
  return BY_FAMILY[toolNamed(tool).family];
}

const BY_FAMILY: { readonly [family in ToolFamily]: ToolColour } = {
  read: 'read',
  edit: 'edit',
  shell: 'run',
  search: 'search',
  web: 'search',
  agent: 'agent',
  todo: 'other',
  plan: 'other',
  question: 'other',
  skill: 'other',
  mcp: 'other',
  other: 'other',
};
