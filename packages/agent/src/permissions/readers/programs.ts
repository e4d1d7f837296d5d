import type { Reader } from './reader.js';

const HASH: Reader = { flags: 'bt', long: 'binary text tag', operands: 'paths' };

const GREP: Reader = {
  flags: 'ivclLnHhoqswxEFGParIZz',
  valued: 'eABCm',
  long: 'regexp= include= exclude= exclude-dir= color? colour? after-context= before-context= context= max-count= ignore-case invert-match count files-with-matches files-without-match line-number with-filename no-filename only-matching quiet no-messages word-regexp line-regexp extended-regexp fixed-strings basic-regexp perl-regexp text recursive null',
  takesNumber: true,
  operands: 'pattern',
};

/**
 * Programs that may run without a rule, with their permitted options. None of these options follows links, writes, runs
 * something or reads file names from elsewhere. Other files handle `find`, `git`, `jq`, `sed`, `date`, `printf` and `test`.
 */
export const PROGRAMS: { readonly [name: string]: Reader | undefined } = {
  true: { operands: 'text' },
  false: { operands: 'text' },
  ':': { operands: 'text' },
  pwd: { flags: 'LP', operands: 'text', most: 0 },
  whoami: { operands: 'text', most: 0 },
  id: { flags: 'ugGnr', operands: 'text' },
  groups: { operands: 'text' },
  uname: { flags: 'asnrvmpio', operands: 'text', most: 0 },
  nproc: { long: 'all', operands: 'text', most: 0 },
  uptime: { flags: 'ps', operands: 'text', most: 0 },
  sleep: { operands: 'text' },
  seq: { flags: 'w', valued: 's', operands: 'text' },
  which: { flags: 'a', operands: 'text' },
  type: { flags: 'aptP', operands: 'text' },
  basename: { flags: 'az', valued: 's', operands: 'text' },
  dirname: { flags: 'z', operands: 'text' },
  cat: { flags: 'AbeEnstTuv', long: 'number show-all show-ends show-tabs', operands: 'paths' },
  head: { flags: 'qv', valued: 'nc', long: 'lines= bytes= quiet', takesNumber: true, operands: 'paths' },
  tail: { flags: 'qvr', valued: 'nc', long: 'lines= bytes= quiet', takesNumber: true, operands: 'paths' },
  ls: {
    flags: 'aAlhrtSRd1FpGgonisXcuvmCxkTB',
    long: 'all almost-all human-readable reverse recursive directory color? classify? size inode sort= time= group-directories-first full-time time-style=',
    operands: 'paths',
  },
  wc: { flags: 'lwcmL', long: 'lines words bytes chars max-line-length', operands: 'paths' },
  stat: { valued: 'c', long: 'format= printf= terse', operands: 'paths' },
  file: { flags: 'bihk', long: 'brief mime mime-type mime-encoding', operands: 'paths' },
  du: {
    flags: 'sahckmbx',
    valued: 'd',
    long: 'summarize all human-readable total max-depth= apparent-size exclude=',
    operands: 'paths',
  },
  df: { flags: 'hTikm', long: 'human-readable print-type inodes total', operands: 'paths' },
  nl: { valued: 'bwsnv', operands: 'paths' },
  cut: {
    flags: 'sn',
    valued: 'dfcb',
    long: 'delimiter= fields= characters= bytes= only-delimited output-delimiter= complement',
    operands: 'paths',
  },
  tr: { flags: 'cCdst', long: 'complement delete squeeze-repeats', operands: 'text' },
  uniq: {
    flags: 'cdui',
    valued: 'fsw',
    long: 'count repeated unique ignore-case skip-fields=',
    operands: 'paths',
    most: 1,
  },
  sort: {
    flags: 'bdfghiMnrRVucCsz',
    valued: 'kt',
    long: 'reverse numeric-sort human-numeric-sort version-sort general-numeric-sort unique key= field-separator= ignore-case stable check?',
    operands: 'paths',
  },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    flags: 'iSsvwxclnNHIoFUPau.0p',
    valued: 'eABCmgtTM',
    long: 'regexp= glob= iglob= type= type-not= after-context= before-context= context= max-count= max-columns= max-depth= max-filesize= color= sort= ignore-case smart-case case-sensitive invert-match word-regexp line-regexp count count-matches files files-with-matches files-without-match line-number no-line-number with-filename no-filename only-matching fixed-strings multiline pcre2 text hidden no-ignore no-ignore-vcs no-heading heading json stats trim vimgrep type-list',
    operands: 'pattern',
  },
  cmp: { flags: 'slb', long: 'silent quiet', operands: 'paths', most: 2 },
  comm: { flags: '123', operands: 'paths' },
  md5sum: HASH,
  sha1sum: HASH,
  sha256sum: HASH,
  realpath: { flags: 'esm', operands: 'paths' },
  readlink: { flags: 'fenm', operands: 'paths' },
  column: { flags: 'tx', valued: 's', operands: 'paths' },
  tree: { flags: 'adfiphsCDFtr', valued: 'LIP', long: 'noreport dirsfirst', operands: 'paths' },
};
