import { basename } from 'node:path';
import type { PermissionMode } from '../../permissions/decide.js';
import { harmlessLine } from '../screen/harmless.js';
import { fit, visibleWidth } from '../screen/lines.js';
import type { Paint } from '../screen/paint.js';

export interface Status {
  model: string;
  mode: PermissionMode;
  cwd: string;
  cost: number;
  hasUnknownCost: boolean;
  contextTokens: number;
  contextWindow: number;
  /** Replaces the hint at the end. */
  note: string | undefined;
}

const MODES: { readonly [mode in PermissionMode]: string } = {
  default: '',
  acceptEdits: 'accepting edits',
  plan: 'plan only',
  bypassPermissions: 'all calls allowed',
  dontAsk: 'denying instead of asking',
};

/** Model, folder, context and cost; on a narrow screen the least important go first. */
export function statusLine(status: Status, width: number, paint: Paint): string {
  const { model, mode, cwd, note } = status;
  const modeWords = MODES[mode];
  const share = status.contextWindow > 0 ? Math.round((100 * status.contextTokens) / status.contextWindow) : 0;
  const context = `${share} % of ${Math.round(status.contextWindow / 1000)}k`;
  const money = `${status.hasUnknownCost ? '>' : ''}$${status.cost.toFixed(status.cost >= 10 ? 2 : 4)}`;
  const parts = [
    modeWords === '' ? undefined : { text: modeWords, style: mode === 'bypassPermissions' ? paint.bad : paint.warn },
    { text: money, style: paint.dim },
    { text: context, style: share >= 80 ? paint.warn : paint.dim },
    { text: harmlessLine(model), style: paint.dim },
    { text: harmlessLine(basename(cwd)), style: paint.dim },
  ].filter((part) => part !== undefined);
  const room = width - 2;
  let left = '';
  for (const { text, style } of parts) {
    const next = left === '' ? style(text) : `${left}${paint.dim(' · ')}${style(text)}`;
    if (visibleWidth(next) > room) break;
    left = next;
  }
  const hint = note === undefined ? paint.dim('/help') : paint.warn(note);
  if (visibleWidth(left) + visibleWidth(hint) + 3 <= room) return `  ${left}${paint.dim(' · ')}${hint}`;
  return fit(`  ${note === undefined ? left : hint}`, width);
}
