import { Sample, text, thought, write } from './sample.mjs';

/** A Windows folder, another language, a command, an interruption, a secret. */
export function windowsNotes() {
  const id = '7e57c0de-2222-4b1d-8c3f-0123456789ab';
  const cwd = 'E:\\docs\\notes';
  const s = new Sample({
    id,
    cwd,
    branch: 'feature/search',
    model: 'claude-sonnet-4-5-20250929',
    start: '2026-05-06T14:00:00Z',
  });
  s.add({
    type: 'user',
    isMeta: true,
    message: {
      role: 'user',
      content:
        '<local-command-caveat>Caveat: the messages below were made by the user while running local commands.</local-command-caveat>',
    },
  });
  s.prompt('<command-name>/model</command-name>\n<command-args>sonnet</command-args>');
  s.add({
    type: 'user',
    message: { role: 'user', content: '<local-command-stdout>Set model to sonnet</local-command-stdout>' },
  });
  s.wait(20).prompt([
    text('<ide_selection>The user selected the lines 12 to 19 from E:\\docs\\notes\\search.py</ide_selection>'),
    text('検索が遅いです。インデックスを使ってください。'),
  ]);
  s.reply([
    thought('A linear scan over all notes. An inverted index kept beside the notes would do.'),
    text('全文を毎回読んでいます。転置インデックスを作ります。'),
  ]);
  s.call(
    'Write',
    {
      file_path: `${cwd}\\index.py`,
      content:
        'def build(notes):\n    index = {}\n    for name, words in notes.items():\n        for word in words:\n            index.setdefault(word, set()).add(name)\n    return index\n',
    },
    `File created successfully at: ${cwd}\\index.py`,
    { result: { type: 'create', filePath: `${cwd}\\index.py`, content: 'def build(notes): …', structuredPatch: [] } },
  );
  s.add({ type: 'user', message: { role: 'user', content: [text('[Request interrupted by user]')] } });
  s.wait(400).prompt(
    'Go on, but in English please. The token is sk-ant-api03-EXAMPLEexampleEXAMPLEexampleEXAMPLEexample, do not print it.',
  );
  s.reply([
    text(
      'The index is built once and kept in `index.json`. Searching 4,000 notes takes 3 ms instead of 900 ms.\n\n| notes | before | after |\n|---|---|---|\n| 400 | 92 ms | 1 ms |\n| 4,000 | 900 ms | 3 ms |',
    ),
  ]);
  s.aside({ type: 'ai-title', aiTitle: 'Faster search in notes' });
  write('E--docs-notes', `${id}.jsonl`, s.text());
}
