import { callsOf } from '@unspool/session';
import { filesTouched } from '@unspool/session/model';
import { relativePath } from '@unspool/session/show';
import { writesFile } from '@unspool/session/tools';
import { lineChange } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { inSteps } from './files/in-steps.js';
import { maskedLine, type TextStyle } from './texts.js';
import type { FileChange, SessionOutline } from './view.js';

const MAX_FILES = 1000;

/** The files that a session read or wrote, most used first. */
export function filesOf({ turns, measured: { cwd } }: Conversation, style: TextStyle): SessionOutline['files'] {
  const files = new Map<string, { touches: number; writes: number; turns: Set<number> }>();
  for (const turn of turns.turns) {
    for (const { file, reads, writes } of filesTouched([turn])) {
      const touched = files.get(file) ?? { touches: 0, writes: 0, turns: new Set() };
      files.set(file, touched);
      touched.touches += reads + writes;
      touched.writes += writes;
      touched.turns.add(turn.number);
    }
  }
  return [...files]
    .sort(([, a], [, b]) => b.touches - a.touches)
    .slice(0, MAX_FILES)
    .map(([file, touched]) => ({
      path: maskedLine(relativePath(file, cwd), style),
      touches: touched.touches,
      writes: touched.writes,
      turns: [...touched.turns],
    }));
}

/** Lines added and removed by file. Reads every edit. */
export async function fileChanges(conversation: Conversation, style: TextStyle): Promise<FileChange[]> {
  const files = new Map<string, FileChange>();
  const { cwd } = conversation.measured;
  await inSteps(conversation.turns.turns.flatMap(callsOf), (call) => {
    if (call.file === undefined || !writesFile(call.name)) return;
    const { added, removed } = lineChange(conversation, call);
    let file = files.get(call.file);
    if (!file) {
      file = { path: maskedLine(relativePath(call.file, cwd), style), added: 0, removed: 0 };
      files.set(call.file, file);
    }
    file.added += added;
    file.removed += removed;
  });
  return [...files.values()];
}
