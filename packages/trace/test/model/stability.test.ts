import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTrace, type Span, type TurnTrace } from '../../src/index.js';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { temporaryFolder } from '../support/written-session.js';

const sessions = join(import.meta.dirname, '../../fixtures/sessions');

/** A project as the client writes it, exported after every line. */
describe('while a session grows', () => {
  it.each(projectsIn(sessions).map((project) => [project.slice(sessions.length + 1), project]))('%s', (_, project) => {
    const final = new Map(mainFilesIn(project).map((file) => [basename(file), byId(spansOf(file, true))]));
    const growing = new GrowingProject(project, temporaryFolder());
    let seen = 0;
    for (const write of writesOf(project)) {
      const file = growing.write(write);
      if (!write.isMain) continue;
      for (const turn of openTrace({ file, content: 'full' }).turns) {
        if (turn.state === 'open') continue;
        seen += turn.spans().length;
        expectKept(turn, final.get(basename(file)) ?? new Map());
      }
    }
    if ([...final.values()].some((spans) => spans.size > 0)) expect(seen).toBeGreaterThan(0);
  });
});

/** A span that was sent is later overwritten by the same id, never orphaned. */
function expectKept(turn: TurnTrace, final: ReadonlyMap<string, Span>): void {
  const spans = turn.spans();
  for (const span of spans) {
    const last = final.get(span.spanId);
    expect(keyOf(span), `${span.kind} ${span.name}`).toEqual(last && keyOf(last));
    if (turn.state === 'closed' && !isOfBackground(span, spans)) expect(span).toEqual(last);
  }
}

function byId(spans: readonly Span[]): Map<string, Span> {
  return new Map(spans.map((span) => [span.spanId, span]));
}

function spansOf(file: string, isEnded: boolean): Span[] {
  return openTrace({ file, content: 'full', isEnded }).turns.flatMap((turn) => turn.spans());
}

function keyOf({ traceId, spanId, startTimeUnixNano, sessionId }: Span) {
  return { traceId, spanId, startTimeUnixNano, sessionId };
}

/** A background sub-agent continues after the turn that started it. */
function isOfBackground(span: Span, spans: readonly Span[]): boolean {
  for (let at: Span | undefined = span; at; at = spans.find((other) => other.spanId === at?.parentSpanId)) {
    if (at.kind === 'agent') return true;
  }
  return false;
}
