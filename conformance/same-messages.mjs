/**
 * The first difference between two lists of messages, or undefined. Compares roles, blocks and their order. Ignores what
 * depends on the day and the machine: reminders, cache marks and the set of referenced tools.
 */
export function difference(expected, actual) {
  const want = normal(expected);
  const got = normal(actual);
  for (let at = 0; at < Math.max(want.length, got.length); at++) {
    const [wanted, found] = [JSON.stringify(want[at]), JSON.stringify(got[at])];
    if (wanted !== found) return { at, counts: [want.length, got.length], ...around(wanted ?? '', found ?? '') };
  }
  return undefined;
}

function normal(messages) {
  return messages
    .filter((message) => message.role !== 'system')
    .map((message) => ({
      role: message.role,
      blocks: blocksOf(message.content)
        .map(normalBlock)
        .filter((block) => block !== 'text ' && block !== 'text Tool loaded.'),
    }))
    .filter((message) => message.blocks.length > 0);
}

function normalBlock(block) {
  switch (block.type) {
    case 'text':
      return `text ${withoutReminders(block.text)}`;
    case 'tool_use':
      return `tool_use ${block.id} ${block.name} ${JSON.stringify(block.input)}`;
    case 'tool_result':
      return normalResult(block);
    case 'thinking':
      return `thinking ${block.thinking} ${block.signature ?? ''}`;
    case 'redacted_thinking':
      return `redacted_thinking ${block.data ?? ''}`;
    default:
      return `${block.type} ${json(block)}`;
  }
}

function normalResult(block) {
  const parts = blocksOf(block.content);
  const isReference = (part) =>
    part.type === 'tool_reference' || (part.type === 'text' && part.text.startsWith('[Tool references removed'));
  if (parts.length > 0 && parts.every(isReference)) return `tool_result ${block.tool_use_id} [tool references]`;
  const text = parts
    .map((part) => (part.type === 'text' ? withoutReminders(part.text) : json(part)))
    .join('\n')
    .trim();
  const shown = text.startsWith('[Tool call interrupted') ? '[Tool call interrupted' : text;
  return `tool_result ${block.tool_use_id} ${block.is_error ? 'error' : 'ok'} ${shown}`;
}

function blocksOf(content) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

function json(block) {
  return JSON.stringify({ ...block, cache_control: undefined });
}

function withoutReminders(text) {
  // In shared files, long reminders are cut off with their closing tag.
  if (/^<system-reminder>[\s\S]*\(\d+ characters cut\)$/.test(text)) return '';
  return text.replace(/\n*<system-reminder>[\s\S]*?<\/system-reminder>\n*/g, '').trim();
}

/** Both sides, starting a little before the first different character. */
function around(wanted, found) {
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at++;
  const from = Math.max(0, at - 80);
  return { client: wanted.slice(from, from + 300), unspool: found.slice(from, from + 300) };
}
