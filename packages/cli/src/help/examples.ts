import type { Command } from 'commander';

/** Examples at the end of a command's help: the command line and, if it is not obvious, what it does. */
type Example = readonly [line: string, does?: string];

export const EXAMPLES: Record<string, readonly Example[]> = {
  serve: [['unspool serve'], ['unspool serve --port 4000 --no-open']],
  open: [['unspool open last']],
  ls: [
    ['unspool ls'],
    ['unspool ls --project shop-api --since 2w'],
    ['unspool ls --tag urgent --json'],
    ['unspool ls --agent codex', 'sessions of another agent'],
  ],
  search: [
    ['unspool search flaky upload', 'sessions with both words'],
    ['unspool search "flaky upload" --kind prompt', 'in your own words only'],
    ['unspool search --regex "time(d )?out" --tool Bash --errors'],
  ],
  index: [['unspool index'], ['unspool index --watch']],
  blame: [
    ['unspool blame src/upload.ts'],
    ['unspool blame src/upload.ts:10-20'],
    ['unspool blame HEAD', 'the sessions that wrote a commit'],
  ],
  why: [['unspool why src/upload.ts:12']],
  statusline: [['unspool statusline', 'Claude Code runs this and passes its data on stdin']],
  'statusline install': [['unspool statusline install']],
  'statusline uninstall': [['unspool statusline uninstall']],
  mcp: [['unspool mcp', 'Claude Code runs this after: claude mcp add unspool -- unspool mcp']],
  show: [
    ['unspool show last'],
    ['unspool show 5b539e53 --turn 12 --full', 'one turn with tool output and thinking'],
    ['unspool show last --follow', 'watch a session while it runs'],
  ],
  export: [
    ['unspool export last --format html --out session.html', 'one self-contained page'],
    ['unspool export last --format md --turns 2..3'],
    ['unspool export last --format atif --out trajectory.json', 'for tools that read trajectories'],
  ],
  usage: [
    ['unspool usage'],
    ['unspool usage projects --since 2w'],
    ['unspool usage sessions --csv'],
    ['unspool usage agents', 'Claude Code, Codex and others side by side'],
  ],
  check: [['unspool check last'], ['unspool check 5b539e53 --json']],
  messages: [['unspool messages last --prompt "go on"']],
  clone: [['unspool clone last --cwd ../other-project']],
  fork: [['unspool fork last --at 3', 'turns 1 to 3, as a new session']],
  cut: [
    ['unspool cut last --turns 2..3 --dry-run', 'show the plan first'],
    ['unspool cut last --turns 2..3'],
    ['unspool undo', 'undo the cut'],
  ],
  strip: [
    ['unspool strip last', 'a smaller copy'],
    ['unspool strip last --results --larger-than 5000 --keep-last 3'],
    ['unspool strip last --tool Read Bash --dry-run'],
  ],
  compress: [['unspool compress last --keep-last 10', 'all but the last 10 turns become a summary']],
  uncompact: [
    ['unspool uncompact last', 'what the last compaction dropped'],
    ['unspool uncompact last --kind decision,error --json'],
  ],
  move: [['unspool move ~/old-name ~/new-name --dry-run']],
  pack: [['unspool pack last --redact --out session.tgz']],
  unpack: [['unspool unpack session.tgz --cwd ~/shop-api']],
  diff: [['unspool diff last 5b539e53']],
  repair: [
    ['unspool repair last --list', 'what is wrong'],
    ['unspool repair last', 'a repaired copy'],
  ],
  redact: [['unspool redact last --dry-run'], ['unspool redact last --in-place']],
  undo: [['unspool undo'], ['unspool undo --list']],
  archive: [['unspool archive', 'what Claude Code is about to delete'], ['unspool archive last']],
  restore: [['unspool restore 5b539e53 --dry-run']],
  rename: [['unspool rename last Flaky upload test']],
  tag: [
    ['unspool tag last urgent', 'add'],
    ['unspool tag last -urgent', 'remove'],
    ['unspool tag last', 'list'],
  ],
  pin: [['unspool pin last'], ['unspool pin last --off']],
  delete: [['unspool delete 5b539e53'], ['unspool undo', 'brings it back']],
  convert: [
    ['unspool convert last --to codex --dry-run', 'what is carried over, and what is not'],
    ['unspool convert 5b539e53 --to gemini --redact', 'with secrets replaced'],
    ['unspool convert last --to pi --cwd ~/shop-api --json'],
  ],
  chat: [
    ['unspool chat --demo', 'try it without a key'],
    ['unspool chat --continue', 'continue the last session of this folder'],
    ['unspool chat -p "what changed?" --resume 5b539e53', 'print one answer'],
  ],
  team: [['unspool team serve'], ['unspool team share shop --as team'], ['unspool team pull ana/5b539e53']],
  'team serve': [
    ['unspool team serve', 'sessions in a folder, for this machine only'],
    ['unspool team serve --host 0.0.0.0 --cert team.pem --key team.key'],
  ],
  'team invite': [['unspool team invite bob'], ['unspool team invite eve --role viewer', 'sees numbers only']],
  'team join': [['unspool team join https://team.example.com CODE']],
  'team devices': [['unspool team devices']],
  'team revoke': [['unspool team revoke 3f2a90c1b7de']],
  'team leave': [['unspool team leave'], ['unspool team leave --withdraw', 'and delete what you shared']],
  'team remove-person': [['unspool team remove-person bob']],
  'team quota': [['unspool team quota'], ['unspool team quota bob --size 20GB --sessions 5000', 'for admins']],
  'team share': [
    ['unspool team share', 'this folder, with the whole team'],
    ['unspool team share client --as metrics', 'numbers only'],
    ['unspool team share "*/private/*" --never'],
  ],
  'team status': [['unspool team status']],
  'team push': [['unspool team push --dry-run', 'show what would be sent'], ['unspool team push']],
  'team pull': [['unspool team pull ana/5b539e53'], ['unspool team pull 5b539e53 --cwd ~/code/shop']],
  'team sync': [['unspool team sync']],
  'team withdraw': [['unspool team withdraw 5b539e53']],
  'team audit': [['unspool team audit']],
  trace: [['unspool trace show last'], ['unspool trace install --sink langfuse'], ['unspool trace status']],
  'trace install': [
    ['unspool trace install --sink langfuse', 'keys come from LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY'],
    ['unspool trace install --sink otlp:http://localhost:4318', 'any OpenTelemetry endpoint'],
    ['unspool trace install --sink file:traces.jsonl'],
  ],
  'trace uninstall': [['unspool trace uninstall']],
  'trace status': [['unspool trace status']],
  'trace doctor': [['unspool trace doctor']],
  'trace show': [['unspool trace show last --turn 2']],
  'trace backfill': [
    ['unspool trace backfill --since 2w --dry-run', 'count what would be sent'],
    ['unspool trace backfill --sink file:traces.jsonl'],
  ],
  'trace sink': [['unspool trace sink remove langfuse']],
  'trace sink remove': [['unspool trace sink remove langfuse']],
  config: [
    ['unspool config'],
    ['unspool config timezone Europe/Berlin'],
    ['unspool config project shop-api'],
    ['unspool config project --unset'],
  ],
  completion: [
    ['unspool completion bash >> ~/.bashrc'],
    ['unspool completion zsh > ~/.zfunc/_unspool'],
    ['unspool completion fish > ~/.config/fish/completions/unspool.fish'],
  ],
  help: [['unspool help strip'], ['unspool help turns']],
};

/** What Commander prints after the help of a command. */
export function examplesOf(command: Command): string {
  const examples = EXAMPLES[pathOf(command)] ?? [];
  if (examples.length === 0) return '';
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, does]) => `  ${does === undefined ? line : `${line.padEnd(width)}  # ${does}`}`);
  return `\nExamples:\n${lines.join('\n')}\n`;
}

/** The words after `unspool`: "trace sink remove". */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : parent ? command.name() : '';
}
