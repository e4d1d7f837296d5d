import { noTokens } from '@unspool/session/model';
import type { SessionRow } from '../../src/view/view.js';

/** For tests that do not need the row in the list. */
export const noRow: SessionRow = {
  id: '',
  client: null,
  title: '',
  project: { key: '', name: '', path: '' },
  branch: null,
  startedAt: null,
  lastAt: null,
  turns: 0,
  tokens: noTokens,
  cost: null,
  unknownPrices: [],
  bytes: 0,
  agents: 0,
  isLive: false,
  isPinned: false,
  archivedInClient: false,
  isArchived: false,
  isGone: false,
  deletesInDays: null,
  tags: [],
};
