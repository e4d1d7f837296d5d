import { expect, it } from 'vitest';
import { shortId } from '../../src/shown/short-id.js';

it.each([
  ['5a3c1e70-1111-4c0d-9a51-7b0c0ffee001', '5a3c1e70'],
  ['01a1ee30-5484-7d80-afcb-857cbbee043e', '01a1ee30-5484'],
  ['ses_4f1e8a2b0c3dXyZ012345678ab', 'ses_4f1e8a2b0c3d'],
  ['short', 'short'],
])('%s is shown as %s', (id, short) => {
  expect(shortId(id)).toBe(short);
});
