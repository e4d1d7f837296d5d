import { isSessionId, isWorktreeOf } from '@unspool/session/locate';

/** The session and projects against which the names in an archive are checked. */
export interface ArchiveOwner {
  sessionId: string;
  slug: string;
}

/**
 * Accepts only places where this session keeps its files, relative to the config folder. An archive cannot name settings,
 * hooks or other sessions.
 */
export function isArchivedName(name: string, { sessionId, slug }: ArchiveOwner): boolean {
  const parts = name.split('/');
  if (!parts.every(isPlainPart)) return false;
  const [top = '', second = '', third = ''] = parts;
  const last = parts.at(-1) ?? '';
  switch (top) {
    case 'projects':
      if (isWorktreeOf(second, slug)) return third === sessionId && parts.length > 3;
      if (second !== slug || parts.length < 3) return false;
      if (parts.length === 3) return third === `${sessionId}.jsonl` || /^agent-.+\.(jsonl|meta\.json)$/.test(third);
      return third === sessionId || (third === 'subagents' && /^agent-.+\.(jsonl|meta\.json)$/.test(last));
    case 'file-history':
    case 'session-env':
      return second === sessionId && parts.length > 2;
    case 'todos':
      // Todos are matched by the start of their name, which could be another session's if it is not an id.
      return parts.length === 2 && isSessionId(sessionId) && second.startsWith(sessionId) && second.endsWith('.json');
    case 'plans':
      return parts.length === 2 && second.endsWith('.md');
    default:
      return false;
  }
}

/** A plain name, without a special meaning in paths. */
export function isPlainPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[/\0]/.test(part);
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether a name that is valid elsewhere has a special meaning on this system. */
export function isSafeHere(name: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') return true;
  return name.split('/').every((part) => !/[<>:"\\|?*]|[. ]$/.test(part) && !RESERVED.test(part));
}
