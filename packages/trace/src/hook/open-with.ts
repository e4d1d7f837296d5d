import { createRedactor, type Redactor } from '@unspool/redact';
import { readAgents } from '@unspool/session/locate';
import { Neighbours } from '../model/neighbours.js';
import { openTrace } from '../model/open-trace.js';
import type { TraceConfig } from '../sink/sink-config.js';
import type { TraceOptions } from '../span/turn-trace.js';
import type { ExportWorld } from './export-session.js';

/** Opens sessions according to the configuration, so that all exporters of a machine produce the same spans. */
export function openWith(
  { content, salt, userId }: Pick<TraceConfig, 'content' | 'salt' | 'userId'>,
  costOf?: TraceOptions['costOf'],
): ExportWorld['open'] {
  const redactor = once(() => createRedactor({ salt }));
  const neighbours = new Neighbours();
  return (file, { isEnded = false, isStopped = false }, { agentFiles, from, isPartOnly = false } = {}) =>
    openTrace({
      file,
      neighbours,
      ...(agentFiles && { family: { agents: readAgents(agentFiles) } }),
      ...(from && { from }),
      isPartOnly,
      content,
      redactor: { redactValue: (value) => redactor().redactValue(value) },
      ...(costOf && { costOf }),
      ...(userId !== undefined && { userId }),
      isEnded,
      isStopped,
    });
}

/** Delays compiling the rules, which would slow down hooks that have nothing to send. */
function once(make: () => Redactor): () => Redactor {
  let made: Redactor | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
