const WEIGHTED_TOOLS = [
  ...['Read', 'Read', 'Read', 'Bash', 'Bash', 'Bash', 'Bash'],
  ...['Edit', 'Edit', 'Write', 'Grep', 'Grep', 'TodoWrite'],
];

/** Tool calls and results in the shapes and sizes of real sessions. */
export function createTools(random, text) {
  const patch = (lines) => [
    { oldStart: 10, oldLines: 8, newStart: 10, newLines: 9, lines: lines.split('\n').map((line) => `+${line}`) },
  ];

  const inputs = {
    Read: (cwd) => ({ file_path: `${cwd}/${text.file()}` }),
    Bash: (cwd) => ({
      command: `cd ${cwd} && ${random.pick(['npm test', 'git diff --stat', 'ls -la src'])} 2>&1 | tail -${random.integer(5, 80)}`,
      description: text.phrase(40),
    }),
    Grep: (cwd) => ({ pattern: text.word(), path: `${cwd}/src`, output_mode: 'content' }),
    Edit: (cwd) => ({
      file_path: `${cwd}/${text.file()}`,
      old_string: text.code(random.lognormal(350, 0.9)),
      new_string: text.code(random.lognormal(450, 0.9)),
      replace_all: false,
    }),
    Write: (cwd) => ({ file_path: `${cwd}/${text.file()}`, content: text.code(random.lognormal(4500, 0.9)) }),
    TodoWrite: () => ({
      todos: Array.from({ length: random.integer(3, 8) }, () => ({
        content: text.phrase(60),
        status: random.pick(['pending', 'in_progress', 'completed']),
        activeForm: text.phrase(50),
      })),
    }),
    Task: () => ({ description: text.phrase(30), subagent_type: 'Explore', prompt: text.phrase(900) }),
    Agent: () => ({ description: text.phrase(30), subagent_type: 'Explore', prompt: text.phrase(900) }),
  };

  const results = {
    Read: (input) => (random.chance(0.012) ? readImage() : readText(input)),
    Bash: () => {
      const output = (random.chance(0.5) ? text.code : text.prose)(Math.min(30_000, random.lognormal(900, 1.4)));
      if (random.chance(0.06))
        return { content: `Error: ${output}`, toolUseResult: `Error: ${output}`, is_error: true };
      return { content: output, toolUseResult: { stdout: output, stderr: '', interrupted: false, isImage: false } };
    },
    Grep: () => {
      const content = text.code(random.lognormal(900, 1));
      return { content, toolUseResult: { mode: 'content', numFiles: 0, filenames: [], content, numLines: 10 } };
    },
    Edit: (input) => ({
      content: `The file ${input.file_path} has been updated.\n${numbered(text.code(600))}`,
      toolUseResult: {
        filePath: input.file_path,
        oldString: input.old_string,
        newString: input.new_string,
        originalFile: text.code(Math.min(250_000, random.lognormal(7000, 1.1))),
        structuredPatch: patch(input.new_string),
        userModified: false,
        replaceAll: false,
      },
    }),
    Write: (input) => ({
      content: `File created successfully at: ${input.file_path}`,
      toolUseResult: { type: 'create', filePath: input.file_path, content: input.content, structuredPatch: [] },
    }),
    TodoWrite: (input) => ({
      content: 'Todos have been modified successfully.',
      toolUseResult: { oldTodos: input.todos, newTodos: input.todos },
    }),
  };

  const readImage = () => {
    const data = text.base64(Math.min(1_100_000, Math.max(60_000, random.lognormal(220_000, 0.8))));
    return {
      content: [{ type: 'image', source: { type: 'base64', data, media_type: 'image/png' } }],
      toolUseResult: { type: 'image', file: { base64: data, type: 'image/png', originalSize: data.length } },
    };
  };
  const readText = ({ file_path }) => {
    const content = text.code(Math.min(120_000, random.lognormal(3500, 1.2)));
    const numLines = content.split('\n').length;
    return {
      content: numbered(content),
      toolUseResult: {
        type: 'text',
        file: { filePath: file_path, content, numLines, startLine: 1, totalLines: numLines },
      },
    };
  };

  return {
    call: (name, cwd) => ({ type: 'tool_use', id: random.apiId('toolu_'), name, input: inputs[name](cwd) }),
    anyName: () => random.pick(WEIGHTED_TOOLS),
    result: (call) => results[call.name](call.input),
  };
}

function numbered(code) {
  return code
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n');
}
