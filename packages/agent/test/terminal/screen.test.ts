import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Screen } from '../../src/terminal/screen/screen.js';

/** A screen on an emulator, without a process. */
function newScreen(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  let written = '';
  let live: string[] = [''];
  const surface = {
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    write(data: string) {
      written += data;
    },
  };
  const screen = new Screen(surface, () => live);
  const settle = () => new Promise<void>((done) => terminal.write(written.replace(/\n/g, '\r\n'), done));
  return {
    terminal,
    screen,
    async draw(lines: string[], printed: string[] = []) {
      live = lines;
      written = '';
      if (printed.length > 0) screen.print(printed);
      screen.render();
      await settle();
      return written;
    },
    async close(lines: string[]) {
      written = '';
      screen.close(lines);
      await settle();
    },
    text() {
      const { active } = terminal.buffer;
      return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    },
  };
}

const line = fc
  .string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '🎉', 'é'), maxLength: 12 })
  .map((text) => `|${text}`);
const frame = fc.record({
  live: fc.array(line, { minLength: 1, maxLength: 7 }),
  printed: fc.array(line, { maxLength: 4 }),
});

test('the scrollback holds everything printed, then the latest live part', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 12 }), async (frames) => {
      const { draw, text, terminal } = newScreen(30, 8);
      for (const { live, printed } of frames) await draw(live, printed);
      const printed = frames.flatMap((each) => each.printed);
      const wanted = [...printed, ...(frames.at(-1)?.live ?? [])].map((each) => each.trimEnd());
      const seen = text().map((row) => row.trimEnd());
      expect(seen.slice(0, wanted.length)).toEqual(wanted);
      expect(seen.slice(wanted.length).every((row) => row === '')).toBe(true);
      terminal.dispose();
    }),
    { numRuns: 150 },
  );
});

test('an unchanged frame writes nothing, and one changed line writes one line', async () => {
  const { draw } = newScreen(40, 10);
  await draw(['one', 'two', 'three']);
  expect(await draw(['one', 'two', 'three'])).toBe('');
  const written = await draw(['one', '2', 'three']);
  expect(written).toContain('2');
  expect(written).not.toContain('one');
  expect(written).not.toContain('three');
});

test('every frame is synchronised', async () => {
  const { draw } = newScreen(40, 10);
  for (const lines of [['a'], ['b', 'c'], ['d']]) {
    const written = await draw(lines, ['printed']);
    expect(written.startsWith('\u001b[?2026h')).toBe(true);
    expect(written.endsWith('\u001b[?2026l')).toBe(true);
  }
});

test('a line wider than the screen is cut, never wrapped', async () => {
  const { draw, text } = newScreen(10, 6);
  await draw(['0123456789abc', '漢漢漢漢漢漢漢', 'ok'], ['a very long printed line']);
  expect(text().filter(Boolean)).toEqual(['a very lo…', '012345678…', '漢漢漢漢…', 'ok']);
});

test('a line printed for a wider screen is wrapped if the screen gets narrower before it is drawn', async () => {
  const { terminal, screen, draw, text } = newScreen(8, 6);
  await draw(['live']);
  screen.print(['\u001b[1mabcdefgh\u001b[0m', 'two w']);
  terminal.resize(4, 6);
  await draw(['live']);
  expect(text().filter((row) => row !== '')).toEqual(['abcd', 'efgh', 'two', 'w', 'live']);
});

test('a live part taller than the screen shows its end', async () => {
  const { draw, text } = newScreen(20, 5);
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at}`);
  await draw(lines);
  await draw([...lines, 'last']);
  expect(text().filter(Boolean)).toEqual(['line 9', 'line 10', 'line 11', 'last']);
});

test('earlier screen content stays', async () => {
  const { terminal, draw, close, text } = newScreen(20, 6);
  await new Promise<void>((done) => terminal.write('$ ls\r\na b c\r\n$ unspool chat\r\n', done));
  await draw(['live'], ['hello']);
  await draw(['live', 'more'], ['again']);
  await close(['bye']);
  expect(text().filter(Boolean)).toEqual(['$ ls', 'a b c', '$ unspool chat', 'hello', 'again', 'bye']);
});
