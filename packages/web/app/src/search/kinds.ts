const NAMES: { [kind: string]: string } = {
  prompt: 'You',
  reply: 'Reply',
  thinking: 'Thinking',
  tool_input: 'Tool input',
  tool_output: 'Tool output',
  injected: 'Added by the client',
  summary: 'Summary',
  title: 'Title',
};

export function kindName(kind: string): string {
  return NAMES[kind] ?? kind.replaceAll('_', ' ');
}
