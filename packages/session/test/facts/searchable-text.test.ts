import { describe, expect, it } from 'vitest';
import { searchableOf } from '../../src/facts/searchable-text.js';

describe('searchable text', () => {
  const result = (content: unknown) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
  });

  it('does not contain terminal colours', () => {
    const coloured = '\u001b[32mPASS\u001b[0m a\u001b[1;31mb\u001b[m \u001b[2K[x]';
    expect(searchableOf(result(coloured))).toMatchObject([{ kind: 'tool_output', text: 'PASS ab [x]' }]);
    expect(searchableOf(result([{ type: 'text', text: coloured }]))).toMatchObject([{ text: 'PASS ab [x]' }]);
  });

  it('is otherwise unchanged', () => {
    expect(searchableOf(result('a [32m b'))).toMatchObject([{ text: 'a [32m b' }]);
  });
});
