/** Why a server gave no answer, in plain words and with what to do; the system's own words stand behind it. */
export function noAnswer(error: unknown): string {
  const { message = '', code = '' } = error as NodeJS.ErrnoException;
  // Who was tried at several addresses says it in a code only.
  const raw = (message || code || String(error)).replace(/\s+/g, ' ').trim();
  const plain = PLAIN.find(([codes]) => codes.test(code))?.[1];
  return plain === undefined ? raw : `${plain} (${raw})`;
}

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nobody listens there: start it, or check the port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be looked up: check the address and the network'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'it cannot be reached: check the address and the network'],
  [/^(ECONNRESET|EPIPE)$/, 'it hung up without an answer: check the port, and whether it wants https://'],
  [/^(EPROTO|ERR_SSL_)/, 'no TLS is spoken there: use http://, or the port for https'],
  [/^HPE_/, 'no HTTP is spoken there: check the port, and whether it wants https://'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'its certificate is not valid today: renew it there, or set the clock here'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name: use that one in the address'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    'nobody trusted has signed its certificate: name a file with the one that did in NODE_EXTRA_CA_CERTS, and install again',
  ],
  [
    /^ERR_INVALID_(URL|PROTOCOL)$/,
    'that is no address to send to: install the sink again with one such as http://localhost:4318',
  ],
  [
    /^(ERR_INVALID_HTTP_TOKEN|ERR_INVALID_CHAR|ERR_HTTP_INVALID_HEADER_VALUE)$/,
    'one of its headers cannot be sent: install the sink again without it',
  ],
];
