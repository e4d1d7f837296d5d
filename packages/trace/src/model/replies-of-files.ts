import { type JsonObject, openSession } from '@unspool/session';
import { TextScanner } from '@unspool/session/facts';
import { madeInOf } from '@unspool/session/model';

/** By message id: whether the reply's line names the session that it was copied from. */
type Replies = Map<string, boolean>;

/** A file is searched for single replies this often. After that all its replies are read once and kept. */
const LOOKS = 3;
/** Everything is forgotten when there are more. */
const MAX_NOTED = 500_000;

/**
 * Finds out which files hold a reply. For a session with many forks, every file is searched for every turn of all the
 * others.
 */
export class RepliesOfFiles {
  private readonly looks = new Map<string, number>();
  private readonly noted = new Map<string, Replies>();
  private count = 0;

  /** Whether the reply's line says where it was copied from; undefined if the file has no such reply. */
  namesOrigin(file: string, messageId: string): boolean | undefined {
    const known = this.noted.get(file);
    if (known) return known.get(messageId);
    const looks = (this.looks.get(file) ?? 0) + 1;
    this.looks.set(file, looks);
    return looks <= LOOKS ? lookFor(file, messageId) : this.note(file).get(messageId);
  }

  private note(file: string): Replies {
    const replies = repliesIn(file);
    this.count += replies.size;
    if (this.count > MAX_NOTED) {
      this.noted.clear();
      this.count = replies.size;
    }
    this.noted.set(file, replies);
    return replies;
  }
}

export function lookFor(file: string, messageId: string): boolean | undefined {
  let found: JsonObject | undefined;
  new TextScanner([{ bytes: Buffer.from(JSON.stringify(messageId)) }]).scan(file, (objects) => {
    found = objects.find(({ type }) => type === 'assistant');
    return found === undefined;
  });
  return found && madeInOf(found).isCopied;
}

/** What a line has to have to say that it was copied. */
const COPY_MARKS = ['"forkedFrom"', '"requestSessionId"'].map((text) => ({ bytes: Buffer.from(text) }));

export function repliesIn(file: string): Replies {
  const replies: Replies = new Map();
  for (const { type, reply } of openSession(file).nodes) {
    if (type === 'assistant' && reply?.messageId !== undefined) replies.set(reply.messageId, false);
  }
  new TextScanner(COPY_MARKS).scan(file, (objects) => {
    for (const object of objects) {
      const id = (object['message'] as { id?: unknown } | undefined)?.id;
      if (object['type'] === 'assistant' && typeof id === 'string' && madeInOf(object).isCopied) replies.set(id, true);
    }
    return true;
  });
  return replies;
}
