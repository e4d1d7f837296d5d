import type { SessionRow, TurnOutline } from '../api/contract.js';
import { EditPanel } from '../edit/panel.js';
import type { Aside } from '../shell/shell.js';
import { SessionAside } from './aside.js';
import type { Conversation } from './conversation.js';
import type { Selection } from './selection.js';
import type { TapeChoices } from './tape-choices.js';
import type { Viewing } from './viewing.js';

interface Parts {
  id: string;
  row: SessionRow | undefined;
  conversation: Conversation;
  turns: TurnOutline[];
  selection: Selection;
  viewing: Viewing;
  jump: (turn: number, byte?: number | null) => void;
  choices: TapeChoices;
  isEditing: boolean;
}

/** What is beside the turns: an edit, or their list and the files. */
export function pageAside(parts: Parts): Aside {
  const { id, row, conversation, turns, selection, viewing, jump, choices } = parts;
  if (parts.isEditing) {
    const content = (
      <EditPanel
        id={id}
        row={row}
        turns={turns}
        selection={selection}
        current={() => viewing.now.current}
        jump={jump}
      />
    );
    return { title: 'Edit this session', isPanel: true, content };
  }
  const content = (
    <SessionAside
      conversation={conversation}
      turns={turns}
      viewing={viewing}
      jump={jump}
      sessionId={id}
      choices={choices}
    />
  );
  return { title: 'Turns and files', content };
}
