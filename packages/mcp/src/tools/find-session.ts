import { isOfProject } from '@unspool/store';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';

/** A session in the index. */
export interface FoundSession {
  number: number;
  id: string;
  /** Its transcript. */
  main: string;
  title: string | undefined;
  cwd: string | undefined;
  branch: string | undefined;
  turns: number;
  started: number | undefined;
  ended: number | undefined;
}

/** Finds a session by its id or the start of one, in this project unless all projects are searched. */
export function findSession(args: Arguments, { database, project }: Room): FoundSession {
  const id = args.text('session');
  const rows = database
    .prepare('SELECT * FROM sessions WHERE substr(session_id, 1, length(?)) = ? ORDER BY ended DESC LIMIT 20')
    .all(id, id);
  const text = (value: unknown) => (value == null ? undefined : String(value));
  const time = (value: unknown) => (value == null ? undefined : Number(value));
  const found = rows.filter((row) => {
    const place = { slug: String(row['slug']), cwd: text(row['cwd']), repo: text(row['repo']) };
    return args.isSet('all_projects') || isOfProject(place, project);
  });
  const [row] = found;
  if (row && new Set(found.map((each) => each['session_id'])).size === 1) {
    return {
      number: Number(row['id']),
      id: String(row['session_id']),
      main: String(row['main']),
      title: text(row['title']),
      cwd: text(row['cwd']),
      branch: text(row['branch']),
      turns: Number(row['turns']),
      started: time(row['started']),
      ended: time(row['ended']),
    };
  }
  if (row) throw new BadArgument(`"${id}" can mean ${found.length} sessions. Type more of the id.`);
  if (rows.length > 0)
    throw new BadArgument(`Session ${id} belongs to another project. Use all_projects: true if you need it.`);
  throw new BadArgument(`There is no session ${id}.`);
}
