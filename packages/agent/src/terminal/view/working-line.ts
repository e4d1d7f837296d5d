import type { Paint } from '../screen/paint.js';

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];

export interface Working {
  doing: string | undefined;
  ms: number;
  frame: number;
}

/** The line shown while the model works. */
export function workingLine({ doing, ms, frame }: Working, paint: Paint): string {
  const mark = FRAMES[frame % FRAMES.length] ?? '';
  const seconds = Math.floor(ms / 1000);
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${paint.accent(mark)} ${doing ?? 'Working'}… ${paint.dim(`${time} · Esc to stop`)}`;
}
