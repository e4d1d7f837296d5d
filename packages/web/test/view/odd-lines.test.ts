import { sessionOf, splitBytes } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { oddLines } from '../../src/view/odd-lines.js';

const text = '\ufeff{"type":"summary"}\r\n\n\0\0{"type":"x"}\n[1]\nbroken\n{"type":"a"}{"type":"b"}\n{"type":"c", ';

describe('odd lines', () => {
  const odd = oddLines(sessionOf(splitBytes(new TextEncoder().encode(text)), 'x'));

  it('are told in words, with the first line and how many', () => {
    expect(odd).toContainEqual({ kind: 'bad_json', what: 'Not readable as JSON', count: expect.any(Number), line: 5 });
    expect(odd.length).toBeGreaterThan(5);
  });

  it('have no name that only a programmer knows', () => {
    for (const { what, line } of odd) {
      expect(what).toMatch(/^[A-Z][\w ,-]+$/);
      expect(what).not.toContain('_');
      expect(line).toBeGreaterThan(0);
    }
  });
});
