import type { Stored } from '../contract/model.js';
import type { ServerGroup } from './server-group.js';

/** How much people store, including sessions and generations that are not complete. Like all sums, it may lag by a moment. */
export async function storedBytes(person: string | undefined, servers: ServerGroup): Promise<Stored[]> {
  const where = person === undefined ? '' : 'WHERE owner = {person:String}';
  const parameters = person === undefined ? {} : { person };
  const [begun, kept] = await Promise.all([
    servers.any((server) =>
      server.query(
        `SELECT owner, count() AS number FROM (SELECT owner, session FROM sessions ${where}
         GROUP BY owner, session HAVING argMax(shown, version) != '') GROUP BY owner`,
        parameters,
      ),
    ),
    servers.any((server) =>
      server.query(
        `SELECT owner, sum(size) AS bytes FROM (SELECT owner, session, epoch, file, generation, max(bytes) AS size
         FROM marks ${where} GROUP BY owner, session, epoch, file, generation)
         WHERE (owner, session, epoch) IN (SELECT owner, session, argMax(epoch, version) FROM sessions ${where}
           GROUP BY owner, session HAVING argMax(shown, version) != '') GROUP BY owner`,
        parameters,
      ),
    ),
  ]);
  const bytes = new Map(kept.map((row) => [String(row['owner']), Number(row['bytes'])]));
  return begun.map((row) => {
    const owner = String(row['owner']);
    return { person: owner, bytes: bytes.get(owner) ?? 0, sessions: Number(row['number']) };
  });
}
