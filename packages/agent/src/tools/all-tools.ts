import type { Tool } from './tool.js';

/** The tools a conversation has from the start. */
export function allTools(): Tool[] {
  return [];
}
