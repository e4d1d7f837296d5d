import { expect, it } from 'vitest';
import { languageOf, languageOfFile } from '../../app/src/text/language.js';

it('knows the language of a file by its ending or its name', () => {
  const names = ['src/y.py', 'C:\\a\\b.test.tsx', 'Makefile', 'docker/Dockerfile', 'main.tf', 'a.C++'];
  expect(names.map(languageOfFile)).toEqual(['python', 'tsx', 'make', 'docker', 'hcl', 'cpp']);
  expect(['LICENSE', 'a.unknown', '', 'a.'].map(languageOfFile)).toEqual([undefined, undefined, undefined, undefined]);
});

it('knows the language of a fence by its first word', () => {
  expect(['ts title="a"', 'Python', 'json5,copy', 'sh{1}'].map(languageOf)).toEqual([
    'typescript',
    'python',
    'json',
    'shellscript',
  ]);
  expect([undefined, '', 'prose', 'constructor'].map(languageOf)).toEqual([undefined, undefined, undefined, undefined]);
});
