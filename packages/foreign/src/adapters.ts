import { atif } from './atif/adapter.js';
import { codex } from './codex/adapter.js';
import type { Adapter } from './contract/adapter.js';
import { copilot } from './copilot/adapter.js';
import { cursor } from './cursor/adapter.js';
import { gemini } from './gemini/adapter.js';
import { opencode } from './opencode/adapter.js';
import { pi } from './pi/adapter.js';
import { qwen } from './qwen/adapter.js';

/** Every agent whose sessions can be read. ATIF comes first because its files identify themselves. */
export const ADAPTERS: readonly Adapter[] = [atif, codex, copilot, cursor, gemini, opencode, pi, qwen];
