const NAMES: { [kind: string]: string } = {
  prompt: 'You',
  reply: 'Reply',
  thinking: 'Thinking',
  input: 'Tool input',
  output: 'Tool output',
  summary: 'Summary',
  title: 'Title',
};

export function kindName(kind: string): string {
  return NAMES[kind] ?? kind.replaceAll('_', ' ');
}
