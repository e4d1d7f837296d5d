import { type SessionScript, uuidOf } from '../../support/script.js';

/** Puts one hostile text into every kind of field a session has: one turn each. */
export function addHostileTurn(script: SessionScript, text: string): void {
  const path = `/home/dev/app/${text}`;
  script
    .user(`${text}\n<ide_opened_file>${text}</ide_opened_file><ide_selection>${text}</ide_selection>`)
    .line({ type: 'attachment', attachment: { type: text, content: text, filename: text } })
    .line({ type: 'system', subtype: text, content: text, level: text })
    .line({ type: 'system', subtype: 'api_error', content: text, error: { message: text } })
    .line({ type: 'system', subtype: 'stop_hook_summary', hookInfos: [{ command: text }], content: text })
    .line({ type: text, content: text, key: { [text]: text } })
    .user(`<command-name>/${text}</command-name><command-args>${text}</command-args>`, { isMeta: true })
    .user(`<local-command-stdout>${text}</local-command-stdout>`)
    .user(text, { isMeta: true })
    .reply(id(script), [
      { type: 'thinking', thinking: text, signature: text },
      { type: 'text', text },
    ])
    .call('Bash', { command: text, description: text }, text, { noted: { stdout: text, stderr: text } })
    .call('Bash', { command: text }, text, { isError: true })
    .call('Read', { file_path: path }, text, {
      noted: { type: 'text', file: { filePath: path, content: text, startLine: 1 } },
    })
    .call('Edit', { file_path: path, old_string: `a ${text}`, new_string: `b ${text}` }, text, {
      noted: {
        filePath: path,
        oldString: `a ${text}`,
        newString: `b ${text}`,
        structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-a ${text}`, `+b ${text}`] }],
      },
    })
    .call('Write', { file_path: path, content: text }, text)
    .call('Grep', { pattern: text }, text, {
      noted: { mode: 'content', filenames: [path], content: `${path}:1:${text}` },
    })
    .call('Glob', { pattern: text }, path, { noted: { filenames: [path] } })
    .call('TodoWrite', { todos: [{ content: text, status: text, activeForm: text }] }, text, {
      noted: { oldTodos: [], newTodos: [{ content: text, status: text, activeForm: text }] },
    })
    .call('WebFetch', { url: text, prompt: text }, text)
    .call('Task', { description: text, prompt: text, subagent_type: text }, text)
    .call(
      'AskUserQuestion',
      { questions: [{ question: text, header: text, options: [{ label: text, description: text }] }] },
      text,
      { noted: { answers: { [text]: `${text} and more` } } },
    )
    .call('ExitPlanMode', { plan: text }, `The user doesn't want to proceed. The user said:\n${text}`, {
      isError: true,
    })
    .call('WebSearch', { query: text }, text, { noted: { results: [{ content: [{ title: text, url: text }] }, text] } })
    .call('SendMessage', { to: text, message: text }, text)
    .call('Skill', { skill: text, args: text }, text)
    .call('TaskCreate', { subject: text, description: text }, text, { noted: { task: { id: text } } })
    .user(`<teammate-message teammate_id="${text.replaceAll('"', "'")}">\n${text}\n</teammate-message>`)
    .call(text, { [text]: text, nested: { list: [text] } }, text)
    .call('mcp__server__tool', { value: text }, [
      { type: 'text', text },
      { type: 'image', source: { type: 'base64', media_type: text, data: 'PHN2ZyBvbmxvYWQ9cHduKCk+' } },
    ])
    .user([
      { type: 'text', text },
      { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: SVG } },
    ])
    .reply(id(script), text);
}

/** An SVG that would run a script if it were shown as a document. */
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="pwn()"><script>pwn()</script></svg>').toString(
  'base64',
);

function id(script: SessionScript): string {
  return `msg_${uuidOf(script.lines.length)}`;
}
