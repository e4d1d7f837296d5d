/**
 * The schema as a list of steps. `user_version` is the number of steps that a file has. Released steps are never changed.
 *
 * - names: repeated texts (models, tools, branches, touched files), by number
 * - sessions, files: what was found, and how far each file was read. `client`: the agent, if not Claude Code
 * - replies: the ledger. One row per reply, kept when its transcript is deleted
 * - slots: sums of replies by quarter hour, session and price class, for reports
 * - docs, texts: what can be searched. `texts` contains no text: a hit is read from its file by byte offset
 * - tags, pins: labels of sessions, by session id, so that they survive any rebuild
 * - causes: what a reply's input came from and what its output consists of, per file; kept like the ledger.
 *   agent_facts: what files say of sub-agents and their types
 * - writes: which call wrote which lines into which file, one hash per line; rebuilt with the files
 * - verdicts: how much of each session resumes, for one size and time of its file
 * - archives: a catalogue of the archive folder, so that its files need not be opened; can be rebuilt at any time
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  main TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  cwd TEXT,
  repo TEXT,
  title TEXT,
  title_source TEXT,
  branch TEXT,
  version TEXT,
  turns INTEGER NOT NULL DEFAULT 0,
  started INTEGER,
  ended INTEGER,
  is_gone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_id ON sessions (session_id);
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL REFERENCES sessions (id),
  agent TEXT,
  size INTEGER NOT NULL DEFAULT 0,
  mtime INTEGER NOT NULL DEFAULT 0,
  inode TEXT NOT NULL DEFAULT '',
  head TEXT NOT NULL DEFAULT '',
  offset INTEGER NOT NULL DEFAULT 0,
  generation INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT '{}',
  is_gone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX files_by_session ON files (session);
CREATE TABLE replies (
  key TEXT PRIMARY KEY,
  session INTEGER NOT NULL,
  file INTEGER NOT NULL,
  distance INTEGER NOT NULL,
  source_session INTEGER NOT NULL,
  source_distance INTEGER NOT NULL,
  model INTEGER NOT NULL,
  time INTEGER,
  input INTEGER NOT NULL,
  output INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  cache_write_5m INTEGER NOT NULL,
  cache_write_1h INTEGER NOT NULL,
  web_searches INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  is_agent INTEGER NOT NULL,
  is_gone INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX replies_by_session ON replies (session);
CREATE INDEX replies_by_file ON replies (file);
CREATE TABLE tiers (model INTEGER PRIMARY KEY, tokens INTEGER NOT NULL);
CREATE TABLE slots (
  session INTEGER NOT NULL,
  quarter INTEGER NOT NULL,
  model INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  is_agent INTEGER NOT NULL,
  is_gone INTEGER NOT NULL,
  replies INTEGER NOT NULL,
  input INTEGER NOT NULL,
  output INTEGER NOT NULL,
  cache_read INTEGER NOT NULL,
  cache_write_5m INTEGER NOT NULL,
  cache_write_1h INTEGER NOT NULL,
  web_searches INTEGER NOT NULL,
  PRIMARY KEY (session, quarter, model, flags, is_agent, is_gone)
) WITHOUT ROWID;
CREATE TABLE docs (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  byte INTEGER NOT NULL,
  part INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  time INTEGER,
  tool INTEGER,
  touched INTEGER,
  model INTEGER,
  branch INTEGER,
  is_error INTEGER
);
CREATE INDEX docs_by_file ON docs (file, byte);
CREATE VIRTUAL TABLE texts USING fts5(text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
INSERT INTO texts (texts, rank) VALUES ('hashsize', 8000000);
INSERT INTO texts (texts, rank) VALUES ('automerge', 8);
CREATE TABLE tags (session_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (session_id, tag)) WITHOUT ROWID;
CREATE TABLE pins (session_id TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID;
`,
  `
CREATE TABLE archives (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, entry TEXT NOT NULL) WITHOUT ROWID;
`,
  `
CREATE TABLE causes (
  key TEXT NOT NULL,
  file INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  until INTEGER NOT NULL,
  parts TEXT NOT NULL,
  PRIMARY KEY (key, file)
) WITHOUT ROWID;
CREATE TABLE agent_facts (
  session INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, name)
) WITHOUT ROWID;
`,
  `
CREATE TABLE writes (
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  byte INTEGER NOT NULL,
  result_byte INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  time INTEGER,
  tool INTEGER NOT NULL,
  path INTEGER NOT NULL,
  base INTEGER NOT NULL,
  call INTEGER NOT NULL,
  is_own INTEGER NOT NULL,
  is_whole INTEGER NOT NULL,
  hashes BLOB NOT NULL
);
CREATE INDEX writes_by_base ON writes (base);
CREATE INDEX writes_by_file ON writes (file, result_byte);
`,
  `
CREATE TABLE IF NOT EXISTS verdicts (main TEXT PRIMARY KEY, stamp TEXT NOT NULL, verdict TEXT NOT NULL) WITHOUT ROWID;
`,
  `
ALTER TABLE sessions ADD COLUMN client TEXT;
`,
];
