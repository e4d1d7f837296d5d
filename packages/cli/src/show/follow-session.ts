import { setTimeout as wait } from 'node:timers/promises';
import type { Origin } from '@unspool/foreign';
import { agentTree, FollowedSession, type Turn } from '@unspool/session';
import { wholeFamilyOf } from '@unspool/session/locate';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { findSession } from '../session/find.js';
import { judgedId } from '../session/judged-id.js';
import { Page } from '../terminal/page.js';
import { UserError } from '../user-error.js';
import { conversationOf } from './conversation.js';
import { placesIn, printSession } from './print-session.js';
import { printTurnHeading, printTurnRest } from './print-turn.js';
import { openShown, type ShownSession } from './shown-session.js';

const POLL_MS = 500;

/** Resolves to false when following ends. On a terminal that is never: Ctrl-C ends the process. */
export type NextLook = () => Promise<boolean>;

const untilCtrlC: NextLook = () => wait(POLL_MS, true);

/** Shows a session, then what is added to it while its client writes. */
export async function followSession(
  query: string,
  isFull: boolean,
  io: Io,
  nextLook: NextLook = untilCtrlC,
): Promise<number> {
  const file = findSession(query, io);
  const shown = openShown(file, io);
  if (shown.origin) throw notFollowed(shown.origin);
  printSession(shown, { turn: undefined, isFull, isFollowed: true }, io);
  let end = new FollowedEnd(shown, isFull, io, shown.main.turns.turns.length);
  end.print();
  if (io.columns !== undefined) io.err('Waiting for more. Press Ctrl-C to stop.\n');
  while (await nextLook()) {
    const growth = end.grow();
    if (growth === 'grown') end.print();
    if (growth !== 'rewritten') continue;
    io.err('The file was rewritten. This is its last turn now:\n');
    const again = openShown(file, io);
    end = new FollowedEnd(again, isFull, io, again.main.turns.turns.length);
    end.print();
  }
  return 0;
}

/** For another agent's session we read a copy, which does not grow. */
function notFollowed({ agent }: Origin): UserError {
  return new UserError(`A session of ${agentLabel(agent)} cannot be followed.`, {
    hint: 'Show it as it is now: leave out --follow',
  });
}

/** The turns from the given one on, printed as they grow. */
class FollowedEnd {
  private readonly followed: FollowedSession;
  /** What was printed of the last turn, apart from its heading. */
  private printed: string[] = [];
  private hasHeading = false;

  constructor(
    private readonly shown: ShownSession,
    private readonly isFull: boolean,
    private readonly io: Io,
    private number: number,
  ) {
    const { file } = shown.main;
    this.followed = new FollowedSession(file, { sessionId: judgedId(file) });
    this.grow();
  }

  grow(): 'same' | 'grown' | 'rewritten' {
    return this.followed.grow();
  }

  print(): void {
    const { file, cwd, nameOf } = this.shown.main;
    const { session } = this.followed;
    const tree = agentTree(session, wholeFamilyOf(file), file);
    const agentsOf = (callId: string) => tree.started.get(callId) ?? [];
    const main = conversationOf({ session, file, cwd, nameOf, agentsOf });
    const last = main.turns.turns.length;
    for (const turn of main.turns.turns) {
      if (turn.number < this.number) continue;
      if (turn.number > this.number) this.begin(turn.number);
      this.printTurn(turn, turn.number === last, { ...this.shown, main });
    }
  }

  private begin(number: number): void {
    this.number = number;
    this.printed = [];
    this.hasHeading = false;
  }

  /** The figures below a turn are printed when the next one begins: until then they change. */
  private printTurn(turn: Turn, isLast: boolean, shown: ShownSession): void {
    const place = placesIn(shown, { turn: undefined, isFull: this.isFull })(turn.number);
    if (!this.hasHeading) {
      const page = Page.of(this.io);
      printTurnHeading(turn, page, place);
      page.flush();
      this.hasHeading = true;
    }
    const lines = linesOf(this.io, (page) => printTurnRest(turn, page, place, !isLast));
    const same = lines.findIndex((line, at) => line !== this.printed[at]);
    const news = same < 0 ? [] : lines.slice(same);
    if (news.length > 0) this.io.out(news.map((line) => `${line}\n`).join(''));
    this.printed = lines;
  }
}

function linesOf(io: Io, print: (page: Page) => void): string[] {
  let text = '';
  const page = Page.of({
    ...io,
    out: (part) => {
      text += part;
    },
  });
  print(page);
  page.flush();
  return text === '' ? [] : text.trimEnd().split('\n');
}
