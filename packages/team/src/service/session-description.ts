import { isSessionId } from '@unspool/session/locate';
import { TeamFailure } from '../contract/failure.js';
import { isProject } from '../contract/metrics-line.js';
import { type SessionFacts, VISIBILITIES, type Visibility } from '../contract/model.js';

export interface SessionDescription extends SessionFacts {
  visibility: Visibility;
  /** Shares a withdrawn session again. */
  isAgain: boolean;
}

/** A laptop's description of a session. If only numbers are shared, any text is refused. */
export function descriptionOf(body: { [key: string]: unknown }): SessionDescription {
  const text = (name: string, most: number) => {
    const value = body[name];
    return typeof value === 'string' ? value.slice(0, most) : '';
  };
  const number = (name: string) => {
    const value = body[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
  };
  const visibility = VISIBILITIES.find((each) => each === body['visibility']);
  if (!visibility) throw new TeamFailure('bad_request', 'Unknown visibility.');
  const project = body['project'];
  if (!isProject(project)) throw new TeamFailure('bad_request', 'A project needs a name, not a path.');
  const numbers = {
    startedAt: number('startedAt'),
    endedAt: number('endedAt'),
    turns: number('turns'),
  };
  const common = { visibility, project, isAgain: body['isAgain'] === true, ...numbers };
  const words = {
    title: text('title', 500),
    cwd: text('cwd', 4096),
    home: text('home', 4096),
    platform: text('platform', 20),
    slug: text('slug', 300),
    branch: text('branch', 300),
  };
  if (visibility !== 'metrics') return { ...common, ...words };
  if (Object.values(words).every((each) => each === '')) return { ...common, ...words };
  throw new TeamFailure('bad_request', 'This session shares numbers only, and this is more than numbers.');
}

export function checkSessionId(id: string): void {
  if (!isSessionId(id)) throw new TeamFailure('bad_request', 'This is not a session id.');
}
