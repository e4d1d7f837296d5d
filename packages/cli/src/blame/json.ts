import {
  type LeadingWords,
  OWN_CLIENT,
  type Share,
  significantLines,
  type Writer,
  type WrittenCommit,
  type WrittenLine,
} from '@unspool/store';
import { appLink } from './link.js';

type WordsById = ReadonlyMap<number, LeadingWords>;

export function fileAsJson(path: string, lines: readonly WrittenLine[], words: WordsById) {
  return {
    path,
    lines: lines.map(({ number, text, commit, writer }) => ({
      line: number,
      text,
      commit: commit ?? null,
      writer: writer ? writerAsJson(writer, words.get(writer.id)) : null,
    })),
  };
}

export function commitAsJson(commit: WrittenCommit, shares: readonly Share[], words: WordsById) {
  return {
    commit: commit.id,
    subject: commit.subject,
    authorTime: new Date(commit.authorTime).toISOString(),
    addedLines: commit.added.length,
    significantLines: significantLines(commit),
    sessions: shares.map(({ writer, turns, lines, share }) => ({
      sessionId: writer.sessionId,
      title: writer.title ?? null,
      turns,
      lines,
      share: Math.round(share * 1000) / 1000,
      last: writerAsJson(writer, words.get(writer.id)),
    })),
    lines: commit.added.map(({ path, number, text }, at) => ({
      path,
      line: number,
      text,
      sessionId: commit.writers[at]?.sessionId ?? null,
      turn: commit.writers[at]?.turn ?? null,
    })),
  };
}

export function writerAsJson(writer: Writer, words: LeadingWords | undefined) {
  const { id: _, turnInFile: __, client = OWN_CLIENT, ...place } = writer;
  return {
    ...place,
    agent: client,
    agentId: writer.agentId ?? null,
    title: writer.title ?? null,
    time: writer.time === undefined ? null : new Date(writer.time).toISOString(),
    prompt: words?.prompt ?? null,
    task: words?.task ?? null,
    link: appLink(writer.sessionId, writer.turn),
  };
}
