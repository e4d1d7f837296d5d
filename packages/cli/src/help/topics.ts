/** What `unspool help TOPIC` explains beyond the commands. */
export interface Topic {
  name: string;
  about: string;
  text: string;
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'sessions',
    about: 'how to name a session',
    text: `SESSION names one session. Use:

  5b539e53                 an id, or the start of one
  "Fix the upload test"    its title
  last                     the last row of unspool ls
  path/to/file.jsonl       a file

On a terminal you can leave SESSION out and choose from a list.

A session is one conversation with Claude Code, which Unspool also calls the
client. Its family is everything that belongs to it: its sub-agents, long tool
outputs and file history.`,
  },
  {
    name: 'turns',
    about: 'what a turn is, and how to select turns',
    text: `A turn is one of your prompts and everything up to the next one. Every command
numbers turns the same way. Where a command takes turns, use:

  3          one turn
  3..5       turns 3 to 5
  7..        turn 7 and later
  1,4..6     several of these`,
  },
  {
    name: 'times',
    about: 'how to write a time',
    text: `Where an option takes a time, use:

  2026-01-31         a day, in your time zone
  today, yesterday
  12h, 3d, 2w        12 hours, 3 days or 2 weeks ago`,
  },
  {
    name: 'editing',
    about: 'what an edit does to your files',
    text: `Every edit first makes a plan of what it removes, and proves that the result
resumes. --dry-run shows both and writes nothing. By default the result is
a new session and the original stays as it is. With --in-place the session is
replaced and the original is kept, so that unspool undo can bring it back. A
session that is in use is never changed.`,
  },
  {
    name: 'privacy',
    about: 'what leaves your machine',
    text: `Nothing leaves your machine unless you run a command that sends it: chat, trace,
team, and compress --with model. There is no telemetry. The app listens on 127.0.0.1
and lets in only the browser that opened its link.

Exports, traces and team pushes hide secrets unless you say otherwise. chat and
compress --with model send text as it is.`,
  },
  {
    name: 'files',
    about: 'what Unspool reads and writes, and where',
    text: `Sessions are read from ~/.claude, or from CLAUDE_CONFIG_DIR. Sessions of other
agents are read from their own folders; unspool config agents chooses which.

Unspool keeps its own files (index, archive, undo journal, queues) in one folder:
  Linux    $XDG_DATA_HOME/unspool, usually ~/.local/share/unspool
  macOS    ~/Library/Application Support/Unspool
  Windows  %LOCALAPPDATA%\\Unspool
UNSPOOL_HOME sets another folder. unspool config changes the settings in it.`,
  },
  {
    name: 'environment',
    about: 'variables that change what Unspool does',
    text: `CLAUDE_CONFIG_DIR       where Claude Code keeps its sessions
UNSPOOL_HOME            where Unspool keeps its own files
UNSPOOL_ARCHIVE=off     turn off automatic archiving
UNSPOOL_DEBUG=1         print the stack of an error, as --debug does
NO_COLOR, FORCE_COLOR   colours off or on
ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL
                        for unspool chat and compress --with model`,
  },
  {
    name: 'exit-codes',
    about: 'what the exit code means',
    text: `0     done
1     it failed; check or diff found something; search or why found nothing
2     the command line has a mistake
130   stopped with Ctrl-C; what was finished is kept`,
  },
];
