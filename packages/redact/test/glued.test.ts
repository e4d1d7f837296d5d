import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';
import { GLUED_TOKENS } from '../src/rule/glued.js';
import { GLUED_SECRETS, RANDOM_VALUE } from './made-up-secrets.js';

const found = (text: string) => findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
const FILLING = 'word and word '.repeat(6);

describe('secrets glued to other text', () => {
  it.each(GLUED_SECRETS)('%s after letters and digits', (kind, secret) => {
    for (const before of [
      'token',
      'x',
      'X',
      '7',
      'myKEY',
      'an_Id',
      'the-last',
      'v2',
      'é7',
      '\\nkey',
      '%3Dx',
      '\u001b[31mx',
    ]) {
      expect(found(before + secret), before).toEqual([[kind, secret]]);
      expect(found(`${FILLING}${before}${secret} ${FILLING}`), before).toEqual([[kind, secret]]);
    }
  });

  it.each(GLUED_SECRETS)('%s before letters, which are hidden too because they may belong to it', (kind, secret) => {
    for (const before of ['', ' ', 'token']) {
      const text = `${FILLING}${before}${secret}then`;
      const [finding, ...more] = findSecrets(text);
      expect(more).toEqual([]);
      expect(finding?.kind).toBe(kind);
      expect(text.slice(finding?.start).startsWith(secret)).toBe(true);
      expect(finding?.end).toBeGreaterThanOrEqual(text.length - 'then'.length);
    }
  });

  it('the id of an AWS key has a fixed length', () => {
    const id = 'AKIAIOSFODNN7EXAMPLE';
    for (const [before, after] of [
      ['', 'and'],
      ['', '_old'],
      ['', 'END'],
      ['x', 'END9'],
      ['KEY', 'and'],
      ['aws-', 'A'],
    ])
      expect(found(`${before}${id}${after}`)).toEqual([['aws_access_key', id]]);
  });

  it('none is shorter than the kernel assumes', () => {
    for (const [, secret] of GLUED_SECRETS) {
      for (const { prefix, rest, least } of GLUED_TOKENS.filter((token) => secret.startsWith(token.prefix))) {
        rest.lastIndex = 0;
        expect(rest.test(secret.slice(prefix.length, prefix.length + least - 1)), secret).toBe(false);
      }
    }
  });

  it('two of them, and one before a private key', () => {
    const [, aws] = GLUED_SECRETS.find(([kind]) => kind === 'aws_access_key') ?? [];
    const [, pem] = GLUED_SECRETS.find(([kind]) => kind === 'private_key') ?? [];
    expect(found(`key${aws}and${aws}`).map(([, secret]) => secret)).toEqual([aws, aws]);
    expect(found(`key${aws}${pem}`).map(([, secret]) => secret)).toEqual([aws, pem]);
  });

  const hash = '71ea956b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f';
  it.each([
    'task_test_of_the_reader_that_keeps_every_byte',
    `task_test_${hash} disk_live_${hash} bookmark_test_${hash}`,
    'desk-proj-2024-Q3-Planning-Sheet-v2-and-what-else-there-is-to-say',
    'task-9f8b6c1e-1d2c-4e3f-8a9b-0c1d2e3f4a5b-9f8b6c1e-1d2c-4e3f',
    `highs_${hash} pnpm_${hash} info_${hash} monkey-${hash}`,
    'laughs_2024_Summary_report_final_v2_of_the_whole_year.csv',
    'risk-ant-colony-optimization-2019-with-Parameters-of-3-kinds',
    'CZECHOSLOVAKIANREPUBLICOFTHE CENTRALASIAPACIFICREGIONALONE',
    'msg_01AbCdEfGhIjKlMnOpQrStUv toolu_01AbCdEfGhIjKlMnOpQrStUv req_011CSHoEeqs5C35K2UUqR7Fy',
    'tokenghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx keysk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'x-----BEGIN PRIVATE KEY----- is the header',
    'self.eyJson.eyJson_reader_of_all',
  ])('is none: %s', (text) => {
    expect(found(text)).toEqual([]);
    expect(found(`${FILLING}${text} ${FILLING}`)).toEqual([]);
  });

  it('chance prefixes in a long run of base64', () => {
    const base64 = `${RANDOM_VALUE.repeat(8)}ghp_${RANDOM_VALUE.repeat(8)}`;
    expect(found(base64)).toEqual([]);
    expect(found(`${FILLING}${base64}`)).toEqual([]);
    const base32 = 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43UOV3HO6DZ';
    expect(found(`${base32}AKIA${base32}`)).toEqual([]);
  });
});
