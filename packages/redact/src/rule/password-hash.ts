import type { Anchors } from '../anchor/anchors.js';
import { characterSet, HEX, membersOf } from '../characters.js';
import type { Span } from '../finding.js';

/** Hashes of passwords, from which weak ones can be guessed: those of `crypt`, databases, directories and web frameworks. */
interface HashForm {
  /** What is before the run at which the form is tried. */
  before?: string;
  form: RegExp;
}

const FORMS: readonly HashForm[] = [
  // `$2y$10$…`, `$6$salt$…`, `$argon2id$…`: the run after the name of the method.
  {
    before: '$',
    form: /(?<=\$(?:2[abxy]|1|5|6|7|8|9|g?y|P|H|S|ml|sm3|sha1|apr1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d{1,3})?|bcrypt-sha256)\${1,2})[\w./+=,$-]{0,160}[\w./]{20,120}/y,
  },
  // What password crackers read: `$krb5tgs$23$*ada$…`
  {
    before: '$',
    form: /(?<=\$(?:krb5\w{2,8}|NT|keepass|office|odf|pdf|zip2|pkzip2?|7z|rar5|RAR3|ansible|sshng|bitcoin|ethereum|shiro1|DCC2|mscash2?|netntlm\w{0,2})\$)[\w./+=*$@:#-]{32,1024}/y,
  },
  // Windows: `ada:1001:LM hash:NT hash:::`
  { before: ':', form: /(?<=:\d{1,7}:)[0-9a-f]{32}:[0-9a-f]{32}(?=:::)/iy },
  // `{SSHA}…` of LDAP and htpasswd
  {
    before: '{',
    form: /(?:S?(?:SHA|MD5)(?:-?\d{3})?|CRYPT|(?:x-)?PBKDF2[\w-]{0,16}|ARGON2\w{0,8})\}[\w+/=$.,-]{16,200}/iy,
  },
  // MySQL
  { before: '*', form: /[0-9A-F]{40}(?!\w)/y },
  // PostgreSQL
  { form: /md5[0-9a-f]{32}(?!\w)/y },
  { form: /NTLM(?: hash)?\s{0,12}[:=]\s{0,4}[0-9a-f]{32}(?!\w)/iy },
  // SQL Server
  { form: /0x0[12]00[0-9A-F]{48,136}(?!\w)/iy },
  { form: /SCRAM-SHA-\d{1,3}\$\d{3,8}:[\w+/=]{8,64}\$[\w+/=]{20,128}:[\w+/=]{20,128}/y },
  { form: /grub\.pbkdf2\.sha512\.\d{1,8}\.[0-9A-F]{32,512}\.[0-9A-F]{32,512}/y },
  // `pbkdf2_sha256$600000$salt$…`, `scrypt:32768:8:1$salt$…`
  {
    form: /(?:scrypt|pbkdf2|argon2|bcrypt|sha1|sha256|md5)\w{0,12}(?:[:$][\w,=]{1,40}){0,5}\$[\w./+=,-]{1,80}\$[\w./+=]{16,256}/y,
  },
];

const WORDS = ['scrypt:', 'pbkdf2', 'argon2', 'bcrypt_', 'SCRAM-SHA', 'grub.pbkdf2', 'sha1$', 'sha256$', 'md5$'];
const SCHEMES = [
  'SHA}',
  'SHA256}',
  'SHA512}',
  'SHA-256}',
  'SHA-512}',
  'MD5}',
  'CRYPT}',
  'PBKDF2',
  'ARGON2',
  'pbkdf2}',
  'bcrypt}',
  'ssha}',
  'NTLM',
  'ntlm',
  '0x0100',
  '0x0200',
];
const METHODS =
  '$2a $2b $2x $2y $1 $5 $6 $7 $8 $9 $y $gy $P $H $S $ml $sm3 $sha1 $apr1 $argon2 $scrypt $pbkdf2 $bcrypt-sha256 $krb5 $NT $keepass $office $odf $pdf $zip2 $pkzip $7z $rar5 $RAR3 $ansible $sshng $bitcoin $ethereum $shiro1 $DCC2 $mscash $netntlm'.split(
    ' ',
  );
/** The characters with which a form begins. */
const FIRST = characterSet('smpabgSNn0');

export function anchorPasswordHashes(anchors: Anchors): void {
  const { graph, beforeStretch } = anchors;
  for (const method of METHODS) anchors.word(method, { follow: { sets: [HASHED], count: 8 } });
  for (const word of [...WORDS, ...SCHEMES]) anchors.word(word);
  anchors.word(':::', { before: anchors.row(membersOf(HEX), 8) });
  anchors.word('md5', { follow: { sets: [HEX], count: 32 } });
  const star = graph.node();
  graph.end(star);
  graph.lead(beforeStretch, '*', star);
}

const COLON = 58;
const HASHED = characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./$=,');

/** The hash that begins with, or has its first long part in, the run that begins at `start`. */
export function passwordHashAt(text: string, start: number): Span | undefined {
  const before = text.charAt(start - 1);
  const isMarked = '${*:'.includes(before) && before !== '';
  if (before === ':' && text.charCodeAt(start + 32) !== COLON) return undefined;
  if (!isMarked && FIRST[text.charCodeAt(start)] !== 1) return undefined;
  for (const { before: mark, form } of FORMS) {
    if (mark !== undefined && mark !== before) continue;
    form.lastIndex = start;
    if (!form.test(text)) continue;
    return {
      kind: 'password_hash',
      start: mark === undefined || mark === ':' ? start : startOfMethod(text, start, mark),
      end: form.lastIndex,
    };
  }
  return undefined;
}

const startOfMethod = (text: string, start: number, mark: string) =>
  mark === '$' ? text.lastIndexOf('$', text.charAt(start - 2) === '$' ? start - 3 : start - 2) : start - 1;
