import type { Entry, resume, Session } from '../../src/index.js';
import { script } from '../support/lines.js';

export function compacted(): Session {
  return script()
    .user('one')
    .reply('m1', 'a')
    .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: 'u2' })
    .user('Summary', { isCompactSummary: true })
    .user('two')
    .reply('m2', 'b')
    .session();
}

export function entriesOf(session: Session): Entry[] {
  return session.nodes.map((node) => session.read(node));
}

export function texts(messages: ReturnType<typeof resume>['messages']): string[] {
  return messages.map((message) =>
    message.content.map((block) => String((block as { text?: unknown }).text).trim()).join(' '),
  );
}
