import { sessionOf } from '@unspool/session/model';
import { splitBytes } from '@unspool/session/read';
import { describe, expect, it } from 'vitest';
import { oddLines } from '../../src/view/odd-lines.js';
import { reading, SECRET } from '../support/reading.js';
import { noRow } from '../support/row.js';
import { SessionScript } from '../support/script.js';

const text = '\ufeff{"type":"summary"}\r\n\n\0\0{"type":"x"}\n[1]\nbroken\n{"type":"a"}{"type":"b"}\n{"type":"c", ';

describe('odd lines', () => {
  const odd = oddLines(sessionOf(splitBytes(new TextEncoder().encode(text)), 'x'));

  it('are described in words, with their number and the first line', () => {
    expect(odd).toContainEqual({
      kind: 'bad_json',
      what: 'Not readable as JSON',
      count: expect.any(Number),
      line: 5,
      byte: expect.any(Number),
    });
    expect(odd.length).toBeGreaterThan(5);
  });

  it('can be shown unchanged with secrets hidden, even if nothing in them could be read', async () => {
    const damaged = new SessionScript().user('One.');
    damaged.lines.push('', `broken ${SECRET} {"a`, 'also broken');
    damaged.reply('m1', 'Done.');
    const { reader, target, text: whole } = reading(damaged);
    const { problems } = await reader.outline(target(), noRow);
    const place = problems.find(({ kind }) => kind === 'bad_json');
    expect(place?.line).toBe(3);
    const raw = await reader.raw(target(), place?.byte ?? -1);
    expect(raw).toMatchObject({ line: 3, length: 12 + SECRET.length });
    expect(raw.text.text).toMatch(/^broken ghp_•+ {"a$/);
    expect((await whole(raw.text.href, { isRevealed: true })).text).toBe(`broken ${SECRET} {"a\n`);
    await expect(reader.raw(target(), (place?.byte ?? 0) + 1)).rejects.toThrow('No line');
  });

  it('are described without technical names', () => {
    for (const { what, line } of odd) {
      expect(what).toMatch(/^[A-Z][\w ,-]+$/);
      expect(what).not.toContain('_');
      expect(line).toBeGreaterThan(0);
    }
  });
});
