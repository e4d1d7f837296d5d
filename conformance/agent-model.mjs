import { createServer } from 'node:http';

const SHELL = 'echo hello-from-tool > made.txt; cat made.txt';
const LINES = 'line one\nline two\n';
const SUB_TASK = 'PLAIN-sub';

/** The clients' tools for each task, with the input for each tool. */
const TOOLS = {
  TOOL: {
    exec_command: () => ({ cmd: SHELL }),
    shell_command: () => ({ command: SHELL }),
    shell: () => ({ command: ['bash', '-lc', SHELL] }),
    run_shell_command: () => ({ command: SHELL, description: 'write a file' }),
    bash: () => ({ command: SHELL, description: 'write a file' }),
  },
  EDIT: {
    write_file: (cwd) => ({ file_path: `${cwd}/edited.txt`, content: LINES }),
    write: (cwd) => ({ path: `${cwd}/edited.txt`, filePath: `${cwd}/edited.txt`, content: LINES }),
    create: (cwd) => ({ path: `${cwd}/edited.txt`, file_text: LINES }),
    apply_patch: () => '*** Begin Patch\n*** Add File: edited.txt\n+line one\n+line two\n*** End Patch\n',
  },
  AGENT: {
    task: () => ({
      description: 'sub task',
      prompt: SUB_TASK,
      subagent_type: 'general',
      agent_type: 'general-purpose',
      name: 'sub-task',
    }),
    invoke_agent: () => ({ agent_name: 'generalist', prompt: SUB_TASK }),
    agent: () => ({ description: 'sub task', prompt: SUB_TASK, subagent_type: 'general-purpose' }),
  },
};

/**
 * A model on loopback that speaks OpenAI Chat, OpenAI Responses and Gemini. The last prompt decides what it does
 * (`TOOL-1`: a shell call; EDIT, AGENT; otherwise text). It answers results with text. Each answer has its own text and
 * token counts, so that it can be identified. `answers`, `requests` and `images` record what it sent and received. `cwd`:
 * the folder to write files in.
 */
export async function startModel() {
  const model = { cwd: '', answers: [], images: [], requests: [] };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const speak = DIALECTS.find(([path]) => path.test(pathname))?.[1];
      if (!speak || request.method !== 'POST') return sendJson(response, listOf(pathname));
      const text = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(text);
      model.images.push(...[...text.matchAll(IMAGE)].map(([, data]) => data));
      model.requests.push(body);
      speak({ body, response, pathname, answer: (asked) => answerTo(asked, model) });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(model, { url: `http://127.0.0.1:${server.address().port}`, close });
}

/** An image's data, from a URL or in Gemini's format. */
const IMAGE = /(?:data:image\/\w+;base64,|"data":")([A-Za-z0-9+/]{40,}=*)/g;

const DIALECTS = [
  [/\/responses$/, speakResponses],
  [/\/chat\/completions$/, speakChat],
  [/:(streamG|g)enerateContent$/, speakGemini],
];

function answerTo({ prompt, isResult, offered }, { cwd, answers }) {
  const number = answers.length + 1;
  const [, wish] = /\b(TOOL|EDIT|AGENT)-\d/.exec(isResult ? '' : prompt) ?? [];
  const name = Object.keys(TOOLS[wish] ?? {}).find((each) => offered.includes(each));
  const answer = {
    text: name ? `Answer ${number}: calling.` : `Answer ${number}.`,
    thinking: isResult ? undefined : `Thought ${number}.`,
    call: name && { id: `call_${number}`, name, input: TOOLS[wish][name](cwd) },
    // Clients also request titles and summaries, without showing the answers.
    isOfSession: offered.length > 0,
    tokens: { input: 1000 + 7 * number, output: 20 + number, cacheRead: 100 + number },
    reasoning: 5,
    prompt,
  };
  answers.push(answer);
  return answer;
}

function speakChat({ body, response, answer }) {
  const messages = body.messages ?? [];
  const { text, thinking, call, tokens, reasoning } = answer({
    prompt: textOf(messages.findLast(({ role }) => role === 'user')?.content),
    isResult: messages.at(-1)?.role === 'tool',
    offered: (body.tools ?? []).map((tool) => tool.function?.name),
  });
  const usage = {
    prompt_tokens: tokens.input + tokens.cacheRead,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.cacheRead + tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
  const calls = call && [
    { index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: asText(call.input) } },
  ];
  const base = { id: `chatcmpl_${tokens.input}`, created: 1_790_000_000, model: body.model };
  const end = call ? 'tool_calls' : 'stop';
  if (!body.stream) {
    const message = { role: 'assistant', content: text, ...(calls && { tool_calls: calls }) };
    const choices = [{ index: 0, finish_reason: end, message }];
    return sendJson(response, { ...base, object: 'chat.completion', choices, usage });
  }
  const send = startEvents(response);
  const chunk = (delta, finish = null) =>
    send({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  chunk({ role: 'assistant', content: '' });
  if (thinking) chunk({ reasoning_content: thinking });
  chunk({ content: text });
  if (calls) chunk({ tool_calls: calls });
  chunk({}, end);
  send({ ...base, object: 'chat.completion.chunk', choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function speakResponses({ body, response, answer }) {
  const items = body.input ?? [];
  const tools = [
    ...(body.tools ?? []),
    ...items.flatMap(({ type, tools: more }) => (type === 'additional_tools' ? more : [])),
  ];
  const prompts = items.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  const { text, thinking, call, tokens, reasoning } = answer({
    prompt: prompts.findLast((each) => !/^\s*(<|# AGENTS)/.test(each)) ?? '',
    isResult: /_output$/.test(items.at(-1)?.type ?? ''),
    offered: tools.map(({ name, type }) => name ?? type),
  });
  const id = tokens.input;
  const isCustom = tools.some(({ name, type }) => name === call?.name && type === 'custom');
  const output = [
    ...(thinking
      ? [
          {
            type: 'reasoning',
            id: `rs_${id}`,
            summary: [{ type: 'summary_text', text: thinking }],
            encrypted_content: 'ZQ==',
          },
        ]
      : []),
    {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
    ...(call && isCustom
      ? [{ type: 'custom_tool_call', id: `ctc_${id}`, call_id: call.id, name: call.name, input: asText(call.input) }]
      : []),
    ...(call && !isCustom
      ? [{ type: 'function_call', id: `fc_${id}`, call_id: call.id, name: call.name, arguments: asText(call.input) }]
      : []),
  ];
  const usage = {
    input_tokens: tokens.input + tokens.cacheRead,
    input_tokens_details: { cached_tokens: tokens.cacheRead },
    output_tokens: tokens.output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: tokens.input + tokens.cacheRead + tokens.output,
  };
  const whole = { id: `resp_${id}`, object: 'response', model: body.model };
  const send = startEvents(response);
  send({ type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } });
  output.forEach((item, index) => {
    send({ type: 'response.output_item.added', output_index: index, item });
    send({ type: 'response.output_item.done', output_index: index, item });
  });
  send({ type: 'response.completed', response: { ...whole, status: 'completed', output, usage } });
  response.end();
}

function speakGemini({ body, response, pathname, answer }) {
  const contents = body.contents ?? [];
  const isResult = (contents.at(-1)?.parts ?? []).some((part) => part.functionResponse);
  const { text, thinking, call, tokens, reasoning } = answer({
    prompt: textOf(contents.findLast(({ role }) => role === 'user')?.parts),
    isResult,
    offered: (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
  });
  const wantsJson = body.generationConfig?.responseMimeType === 'application/json';
  const parts = wantsJson
    ? [{ text: JSON.stringify({ reasoning: 'x', next_speaker: 'user', model_choice: 'flash' }) }]
    : [
        ...(thinking ? [{ text: `**Thinking**\n${thinking}`, thought: true }] : []),
        { text },
        ...(call ? [{ functionCall: { name: call.name, args: call.input }, thoughtSignature: 'c2ln' }] : []),
      ];
  const reply = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: tokens.input + tokens.cacheRead,
      cachedContentTokenCount: tokens.cacheRead,
      candidatesTokenCount: tokens.output - reasoning,
      thoughtsTokenCount: reasoning,
      totalTokenCount: tokens.input + tokens.cacheRead + tokens.output,
    },
    modelVersion: 'gemini-2.5-pro',
    responseId: `g${tokens.input}`,
  };
  if (!pathname.includes(':stream')) return sendJson(response, reply);
  startEvents(response)(reply);
  response.end();
}

function textOf(content) {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

function asText(input) {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function startEvents(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (event) => response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
}

function sendJson(response, value) {
  response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value ?? { error: { message: 'not scripted' } }));
}

function listOf(pathname) {
  if (/\/models/.test(pathname)) return { object: 'list', data: [{ id: 'mock-model', object: 'model' }], models: [] };
  return /count_?tokens/i.test(pathname) ? { totalTokens: 100, input_tokens: 100 } : undefined;
}
