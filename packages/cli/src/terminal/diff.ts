import type { DiffLine } from '@unspool/session/show';
import type { Colours } from './colour.js';
import { padStart } from './width.js';
import { type Paint, wrap } from './wrap.js';

export function diffLines(lines: readonly DiffLine[], columns: number, paint: Colours): string[] {
  const width = lines.reduce((most, line) => Math.max(most, String(line.number ?? '').length), 0);
  const looks: Record<DiffLine['kind'], Paint> = { ' ': paint.dim, '-': paint.red, '+': paint.green, '@': paint.dim };
  return lines.flatMap(({ kind, text, number }) => {
    const look = looks[kind];
    if (kind === '@') return [look('⋯')];
    const margin = width === 0 ? '' : `${padStart(String(number ?? ''), width)} `;
    const wrapped = wrap(text, columns - margin.length - 2, look);
    return wrapped.map((line, at) =>
      `${paint.dim(at === 0 ? margin : ' '.repeat(margin.length))}${at === 0 ? look(`${kind} `) : '  '}${line}`.trimEnd(),
    );
  });
}
