import { useMemo } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { useIsPhone } from '../shell/use-phone.js';
import { isShared } from '../team/shared-id.js';
import { BranchTree } from './branch-tree.js';
import type { Conversation } from './conversation.js';
import { FileList } from './file-list.js';
import { FindInside } from './find-inside.js';
import { forksOf } from './path.js';
import { Problems } from './problems.js';
import type { TapeChoices } from './tape-choices.js';
import { TapeOptions } from './tape-options.js';
import { TurnList } from './turn-list.js';
import type { Viewing } from './viewing.js';

interface Props {
  conversation: Conversation;
  turns: TurnOutline[];
  viewing: Viewing;
  jump: (turn: number, byte?: number | null) => void;
  sessionId: string;
  choices: TapeChoices;
}

/** The right rail: find, turns, branches, files. */
export function SessionAside({ conversation, turns, viewing, jump, sessionId, choices }: Props) {
  const forks = useMemo(() => forksOf(conversation.turns), [conversation.turns]);
  return (
    <>
      {/* The index of this machine does not know a colleague's session. */}
      {!isShared(sessionId) && (
        <FindInside sessionId={sessionId} agentId={conversation.agentId} viewing={viewing} jump={jump} />
      )}
      {/* Elsewhere, they are below the tape. */}
      {useIsPhone() && (
        <section class="facet phone-tape">
          <h2>Tape</h2>
          <TapeOptions choices={choices} />
        </section>
      )}
      <TurnList turns={turns} viewing={viewing} jump={jump} />
      <BranchTree forks={forks} turns={conversation.turns} shown={turns} />
      {conversation.outline && (
        <FileList outline={conversation.outline} base={conversation.base} jump={jump} viewing={viewing} />
      )}
      <Problems problems={conversation.outline?.problems ?? []} sessionId={sessionId} base={conversation.base} />
    </>
  );
}
