import { createInterface } from 'node:readline/promises';
import type { Chat } from '../chat/chat.js';
import type { AgentEvent } from '../loop/event.js';

/** A chat at a terminal, line by line: what every terminal can do. Gives the exit code. */
export async function runTerminal(chat: Chat, first: string): Promise<number> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const say = (text: string) => void process.stdout.write(text);
  const show = async (event: AgentEvent) => {
    if (event.type === 'text_delta') say(event.text);
    else if (event.type === 'tool_started') say(`\n[${event.call.name}]\n`);
    else if (event.type === 'notice') say(`\n${event.message}\n`);
    else if (event.type === 'local_command') say(`${event.output}\n`);
    else if (event.type === 'api_error') say(`\n${event.failure.message}\n`);
    else if (event.type === 'permission_asked') {
      const { id, call, reason } = event.request;
      const answer = await reader.question(`\n${call.name} ${JSON.stringify(call.input)}\n${reason}. Allow? (y/n) `);
      chat.answer(id, /^y/i.test(answer) ? { behavior: 'allow' } : { behavior: 'deny' });
    }
  };
  const stop = chat.listen((event) => void show(event));
  reader.on('SIGINT', () => (chat.isWorking ? chat.interrupt() : reader.close()));
  try {
    for (let prompt = first; ; prompt = await reader.question('\n> ')) {
      if (prompt.trim() === '/exit') return 0;
      if (prompt.trim() !== '') await chat.send(prompt);
    }
  } catch {
    // The input has ended.
    return 0;
  } finally {
    stop();
    reader.close();
  }
}
