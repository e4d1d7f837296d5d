import { createHash, randomUUID } from 'node:crypto';
import type { Piece, SharedSession } from '../../src/contract/model.js';

export interface MadeSession {
  session: SharedSession;
  bytes: Buffer;
}

/** A short transcript and its row, as the service would store them. */
export function madeSession(
  fields: Partial<SharedSession> & { words?: string; replies?: number; day?: number } = {},
): MadeSession {
  const { words = 'hello', replies = 2, day = 1, ...rest } = fields;
  const id = rest.session ?? randomUUID();
  const common = { sessionId: id, cwd: '/home/ana/shop', isSidechain: false, version: '2.1.0', gitBranch: 'main' };
  const at = (seconds: number) => new Date(Date.UTC(2026, 4, day, 12, 0, seconds)).toISOString();
  const lines: object[] = [
    {
      ...common,
      type: 'user',
      uuid: `${id}-0`,
      parentUuid: null,
      timestamp: at(0),
      message: { role: 'user', content: words },
    },
  ];
  for (let n = 1; n <= replies; n++) {
    const usage = { input_tokens: 10, output_tokens: n };
    const content = [{ type: 'text', text: `reply ${n} about ${words}` }];
    const message = { id: `msg_${id}_${n}`, role: 'assistant', model: 'claude-opus-5', content, usage };
    lines.push({
      ...common,
      type: 'assistant',
      uuid: `${id}-${n}`,
      parentUuid: `${id}-${n - 1}`,
      timestamp: at(n),
      message,
    });
  }
  return {
    session: {
      owner: 'ana',
      session: id,
      visibility: 'team',
      isWithdrawn: false,
      copyOf: '',
      copiedAt: 0,
      version: 1,
      title: words,
      project: 'shop',
      cwd: '/home/ana/shop',
      home: '/home/ana',
      platform: 'linux',
      slug: '-home-ana-shop',
      branch: 'main',
      startedAt: Date.parse(at(0)),
      endedAt: Date.parse(at(replies)),
      turns: 1,
      ...rest,
    },
    bytes: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  };
}

/** The bytes of a file from an offset to an end as a push. */
export function pieceOf(
  { session, bytes }: MadeSession,
  place: { file?: string; generation?: number; from?: number; to?: number; isWhole?: boolean } = {},
): Piece {
  const { from = 0, to = bytes.length, generation = 1 } = place;
  return {
    owner: session.owner,
    session: session.session,
    file: place.file ?? `project/${session.session}.jsonl`,
    generation,
    offset: from,
    bytes: bytes.subarray(from, to),
    isWhole: place.isWhole ?? true,
    sha256: createHash('sha256').update(bytes.subarray(0, to)).digest('hex'),
    version: 1,
  };
}

/** Where the lines of a transcript begin, and where it ends. */
export function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}
