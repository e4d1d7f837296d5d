import type { Command } from 'commander';
import type { Io } from '../io.js';

/** Sharing sessions with a team, and among one's own machines. */
export function registerTeam(program: Command, io: Io, done: (exitCode: number) => void): void {
  const team = program.command('team').description('share sessions with a team, and continue those of colleagues');
  const run = async (work: () => Promise<number>) => {
    const { asUser } = await import('./as-user.js');
    done(await asUser(work));
  };

  team
    .command('serve')
    .description('run a team service; without --store, it keeps sessions in a folder on this machine')
    .option('--store <store>', 'a folder, or clickhouse://USER:PASSWORD@HOST:PORT/DATABASE')
    .option('--cluster <name>', 'the ClickHouse cluster for replicated tables')
    .option('--port <port>', 'listen on this port (default: 4780)')
    .option('--host <host>', 'listen on this address (default: 127.0.0.1); any other needs TLS')
    .option('--name <name>', 'the name of the team')
    .option(
      '--admin <person>',
      'print a code for this admin; if there is no admin yet, the default is your account name',
    )
    .option('--cert <file>', 'a TLS certificate, in PEM')
    .option('--key <file>', 'the key of the certificate, in PEM')
    .option('--behind-proxy', 'a proxy in front of the service provides TLS')
    .option('--trust-header <name>', 'the header in which your proxy names the signed-in person')
    .option('--keep-days <days>', 'delete sessions this many days after they ended')
    .action(async (options) => run(async () => (await import('./serve.js')).serveTeam(options, io)));

  const people = () => import('./people.js');
  team
    .command('invite')
    .description('print a code with which one machine can join, valid for 15 minutes')
    .argument('<person>', 'lowercase letters, digits, dots and dashes')
    .option('--role <role>', 'member, admin, or viewer (numbers only)', 'member')
    .option('--json', 'print JSON')
    .action(async (person, options) => run(async () => (await people()).invite(person, options, io)));
  team
    .command('join')
    .description('make this machine part of a team; this does not share anything yet')
    .argument('<url>', 'the address of the service')
    .argument('<code>', 'the code that unspool team invite printed')
    .option('--name <name>', 'the name of this machine in lists')
    .option('--insecure', 'send without TLS')
    .option('--json', 'print JSON')
    .action(async (url, code, options) => run(async () => (await people()).join(url, code, options, io)));
  team
    .command('devices')
    .description("list your machines in the team; admins see everybody's")
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await people()).devices(options, io)));
  team
    .command('revoke')
    .description('revoke the access of a machine, within a second')
    .argument('<device>', 'its id in unspool team devices')
    .option('--json', 'print JSON')
    .action(async (device, options) => run(async () => (await people()).revoke(device, options, io)));
  team
    .command('leave')
    .description('remove this machine from the team; what it shared stays')
    .option('--withdraw', 'also withdraw everything you share')
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await people()).leave(options, io)));
  team
    .command('remove-person')
    .description('delete all sessions of a person and revoke their machines (admins)')
    .argument('<person>', 'their name in the team')
    .option('--json', 'print JSON')
    .action(async (person, options) => run(async () => (await people()).removePerson(person, options, io)));

  team
    .command('quota')
    .description('show how much you store; admins see everybody, and set limits')
    .argument('[person]', 'their name in the team, or everybody')
    .option('--size <size>', 'the most that they may store: 20GB, or any')
    .option('--sessions <count>', 'the most sessions that they may store: 5000, or any')
    .option('--json', 'print JSON')
    .action(async (person, options) => run(async () => (await import('./quota.js')).quota(person, options, io)));

  team
    .command('share')
    .description('choose what is shared; by default everything is private')
    .argument('[target]', 'a session, a folder, the name of a project, or a glob (default: this folder)')
    .option('--as <visibility>', 'team, metrics (numbers only), own (your machines only), or private', 'team')
    .option('--never', 'never share it, whatever other rules say')
    .option('--no-redact', 'share it with its secrets')
    .option('--json', 'print JSON')
    .action(async (target, options) => run(async () => (await import('./share.js')).share(target, options, io)));
  team
    .command('status')
    .description('show what is shared, what is queued, and what could not be sent')
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await import('./status.js')).status(options, io)));
  team
    .command('push')
    .description('send what is shared; secrets are replaced before anything is queued')
    .option('-n, --dry-run', 'show what would be sent; send nothing')
    .option('-q, --quiet', 'for hooks: print nothing, and leave everything queued if the service does not answer')
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await import('./push.js')).push(options, io)));
  team
    .command('pull')
    .description('put a shared session where Claude Code resumes it; overwrites nothing')
    .argument('<session>', 'its id or the start of it, with PERSON/ in front if needed')
    .option('--cwd <folder>', 'the folder in which it continues')
    .option('--as-new', 'as a new session with its own id')
    .option('-n, --dry-run', 'show what would be written; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => run(async () => (await import('./pull.js')).pull(session, options, io)));
  team
    .command('sync')
    .description('continue sessions on any of your machines; if two continue the same one, they become branches')
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await import('./sync.js')).sync(options, io)));
  team
    .command('withdraw')
    .description('delete a session from the team')
    .argument('<session>', 'its id or the start of it')
    .option('--json', 'print JSON')
    .action(async (session, options) => run(async () => (await import('./pull.js')).withdraw(session, options, io)));
  team
    .command('audit')
    .description('show who opened, pulled or found your sessions')
    .option('--json', 'print JSON')
    .action(async (options) => run(async () => (await import('./audit.js')).audit(options, io)));
}
