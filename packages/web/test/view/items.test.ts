import { describe, expect, it } from 'vitest';
import { ofType, reading, SECRET, script } from '../support/reading.js';
import { noRow } from '../support/row.js';
import { SESSION } from '../support/script.js';

describe('words', () => {
  it('have the kind of their author', async () => {
    const { items } = reading(
      script()
        .user('Fix it.')
        .user('<local-command-caveat>x</local-command-caveat>', { isMeta: true })
        .reply('m1', 'Done.')
        .user('<command-name>/review</command-name><command-args>now</command-args>')
        .reply('m2', 'Reviewed.')
        .user('<bash-input>ls</bash-input>')
        .user('<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>')
        .user('[Request interrupted by user]'),
    );
    const found = await items();
    expect(ofType(found, 'words').map(({ kind, text }) => [kind, text.text])).toEqual([
      ['prompt', 'Fix it.'],
      ['command', '/review now'],
      ['bash', 'ls'],
      ['bash_output', 'a.txt'],
      ['interruption', '[Request interrupted by user]'],
    ]);
    expect(ofType(found, 'words')[1]?.command).toEqual({ name: '/review', args: 'now' });
    expect(ofType(found, 'note').map(({ kind }) => kind)).toEqual(['injected']);
  });

  it('make no rows if a reply is only white space', async () => {
    const { items } = reading(script().user('Fix it.').reply('m1', '\n \n').reply('m2', 'Done.'));
    expect(ofType(await items(), 'text').map(({ text }) => text.text)).toEqual(['Done.']);
  });

  it('can be so many in a reply that a spread would overflow the stack', async () => {
    const parts = Array.from({ length: 150_000 }, () => ({ type: 'text', text: 'x' }));
    const { items } = reading(script().user('Say it in parts.').reply('m1', parts));
    expect(ofType(await items(), 'text').length).toBe(parts.length);
  });

  it('of a teammate are a message with its sender; a status report is a note', async () => {
    const { items } = reading(
      script()
        .user('Fix it.')
        .reply('m1', 'Yes.')
        .user('<teammate-message teammate_id="bob">I am done</teammate-message>')
        .user('<teammate-message teammate_id="bob">{"type":"idle_notification"}</teammate-message>'),
    );
    const found = await items();
    expect(ofType(found, 'words')).toMatchObject([
      { kind: 'prompt', text: { text: 'Fix it.' } },
      { kind: 'message', from: 'bob', text: { text: 'I am done' } },
    ]);
    expect(ofType(found, 'note')).toMatchObject([{ label: 'Message from agent bob' }]);
  });

  it('keep the context of the editor separate', async () => {
    const { items, text } = reading(
      script()
        .user(`<ide_selection>${'x'.repeat(5000)}</ide_selection>\nWhy?`)
        .reply('m1', 'Because.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.text.text.trim()).toBe('Why?');
    expect(words?.context).toMatchObject([{ kind: 'ide_selection', text: { isCut: true, length: 5000 } }]);
    expect((await text(words?.context[0]?.text.href ?? null)).text).toBe('x'.repeat(5000));
  });

  it('have the size of a picture if its first bytes contain it', async () => {
    const head = Buffer.alloc(33);
    head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    head.writeUInt32BE(640, 16);
    head.writeUInt32BE(480, 20);
    const data = head.toString('base64');
    const { items } = reading(
      script()
        .user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }])
        .reply('m1', 'I see.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.media[0]?.size).toEqual({ width: 640, height: 480 });
  });

  it('name a linked picture without secrets, and give no address to load', async () => {
    const url = `https://pictures.test/a.png?key=${SECRET}`;
    const image = { type: 'image', source: { type: 'url', url } };
    const { items, detail, reader, target } = reading(
      script()
        .user([{ type: 'text', text: 'See:' }, image])
        .call('Read', { file_path: 'a' }, [{ ...image, type: 'document' }])
        .reply('m1', 'I see.'),
    );
    const found = await items();
    const [words] = ofType(found, 'words');
    expect(words?.media).toMatchObject([
      { kind: 'image', href: '', link: expect.stringContaining('pictures.test/a.png') },
    ]);
    expect(JSON.stringify(found)).not.toContain(SECRET);
    const [tool] = ofType(found, 'tool');
    expect((await detail(tool?.callId ?? '')).media).toMatchObject([{ kind: 'document', href: '' }]);
    expect((await detail(tool?.callId ?? '', { isRevealed: true })).media[0]?.link).toBe(url);
    await expect(reader.media(target(), { line: '0', call: undefined, at: 0 })).rejects.toThrow('no such picture');
  });

  it('have addresses of pictures', async () => {
    const data = Buffer.from('picture').toString('base64');
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const { items, reader, target } = reading(
      script()
        .user([{ type: 'text', text: 'See:' }, image])
        .reply('m1', 'I see.'),
    );
    const [words] = ofType(await items(), 'words');
    expect(words?.media).toMatchObject([{ kind: 'image', mediaType: 'image/png', size: null }]);
    expect(words?.media[0]?.href).toBe(`/api/sessions/${SESSION}/media?line=0&at=0`);
    expect(await reader.media(target(), { line: '0', call: undefined, at: 0 })).toMatchObject({ data });
  });

  it('are cut if long, and whole on demand', async () => {
    const long = 'word '.repeat(10_000);
    const { items, text } = reading(script().user(long).reply('m1', long.repeat(2)));
    const found = await items();
    for (const item of [...ofType(found, 'words'), ...ofType(found, 'text')]) {
      expect(item.text.isCut).toBe(true);
      expect(item.text.text.length).toBeLessThan(item.text.length);
      expect((await text(item.text.href)).text).toHaveLength(item.text.length);
    }
  });
});

describe('replies', () => {
  it('are thinking, text and calls in order', async () => {
    const { items } = reading(
      script()
        .user('Go.')
        .reply('m1', [{ type: 'thinking', thinking: 'Hm.', signature: 's' }])
        .reply('m1', [{ type: 'text', text: 'I go.' }])
        .reply('m1', [{ type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } }])
        .user([{ type: 'tool_result', tool_use_id: 'c1', content: 'a' }])
        .reply('m2', [{ type: 'thinking', thinking: '', signature: 's' }])
        .reply('m2', [{ type: 'strange', x: 1 }]),
    );
    const found = await items();
    expect(found.map((item) => item.type)).toEqual(['words', 'thinking', 'text', 'tool', 'thinking', 'unknown']);
    expect(ofType(found, 'thinking').map((item) => item.isHollow)).toEqual([false, true]);
    expect(found.map((item) => item.place.line)).toEqual([1, 2, 3, 4, 6, 7]);
  });

  it('say when the API failed', async () => {
    const { items } = reading(script().user('Go.').reply('m1', 'API Error: 500', { isApiErrorMessage: true }));
    expect(ofType(await items(), 'note')).toMatchObject([{ label: 'API error', isError: true }]);
  });
});

describe('compaction', () => {
  it('is a boundary with the number of dropped turns and the summary', async () => {
    const { items, reader, target } = reading(
      script()
        .user('One.')
        .reply('m1', 'First.')
        .user('Two.')
        .reply('m2', 'Second.')
        .line({
          type: 'system',
          subtype: 'compact_boundary',
          parentUuid: null,
          logicalParentUuid: '00000000-0000-4000-8000-000000000004',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto', preTokens: 150_000 },
        })
        .user('What happened so far: much.', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
        .user('Three.')
        .reply('m3', 'Third.'),
    );
    const [compaction] = ofType(await items(), 'compaction');
    expect(compaction).toMatchObject({ trigger: 'auto', tokensBefore: 150_000, droppedTurns: 2 });
    expect(compaction?.summary?.text).toBe('What happened so far: much.');
    const { turns } = await reader.outline(target(), noRow);
    expect(turns.map((turn) => turn.cuts.map(({ trigger }) => trigger))).toEqual([[], ['auto'], []]);
  });
});

describe('unknown lines', () => {
  it('are shown as unknown, with the line itself', async () => {
    const { items, reader, target } = reading(
      script()
        .user('Go.')
        .line({ type: 'from-the-future', payload: { a: 1 } })
        .reply('m1', 'Gone.'),
    );
    const [unknown] = ofType(await items(), 'unknown');
    expect(unknown?.label).toContain('from-the-future');
    const raw = await reader.raw(target(), unknown?.place.byte ?? -1);
    expect(JSON.parse(raw.text.text)).toEqual({ type: 'from-the-future', payload: { a: 1 } });
    expect(raw.line).toBe(2);
  });

  it('include results without a call', async () => {
    const { items } = reading(
      script()
        .user('Go.')
        .user([{ type: 'tool_result', tool_use_id: 'lost', content: 'x' }])
        .reply('m1', 'Gone.'),
    );
    expect(ofType(await items(), 'unknown')).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('are masked everywhere, and shown on request', async () => {
    const session = script()
      .user(`Use ${SECRET} please`)
      .reply('m1', `I use ${SECRET}.`)
      .call('Bash', { command: `curl -H "Authorization: Bearer ${SECRET}"` }, `token ${SECRET}`);
    const { items, reader, target, detail, text } = reading(session);
    const found = await items();
    const outline = await reader.outline(target(), noRow);
    const opened = await detail(session.lastCall);
    const raw = await reader.raw(target(), 0);
    for (const sent of [found, outline, opened, raw]) expect(JSON.stringify(sent)).not.toContain(SECRET);
    const [words] = ofType(found, 'words');
    expect(words?.text).toMatchObject({ masked: 1, isCut: false });
    expect((await text(words?.text.href ?? null, { isRevealed: true })).text).toBe(`Use ${SECRET} please`);
    expect(JSON.stringify(await detail(session.lastCall, { isRevealed: true }))).toContain(SECRET);
  });

  it('that span lines are masked in diffs', async () => {
    const key = [
      '-----BEGIN RSA PRIVATE KEY-----',
      ...Array(12).fill('MIIEpAIBAAKCAQEA7bq3'.repeat(3)),
      '-----END RSA PRIVATE KEY-----',
    ];
    const session = script()
      .user('Write it.')
      .call('Write', { file_path: '/home/dev/app/key.pem', content: ['before', ...key, 'after'].join('\n') }, 'ok');
    const { detail } = reading(session);
    const { body } = await detail(session.lastCall);
    expect(body.view).toBe('diff');
    const lines = body.view === 'diff' ? body.hunks.flatMap((hunk) => hunk.lines.map((line) => line.text)) : [];
    expect(lines).toHaveLength(key.length + 2);
    expect([lines[0], lines.at(-1)]).toEqual(['before', 'after']);
    expect(lines.join('\n')).not.toContain('MIIEpAIBAAKCAQEA7bq3');
  });
});
