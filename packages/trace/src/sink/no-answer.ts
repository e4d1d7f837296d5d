/** Why a server did not respond and what to do, followed by the system's message. */
export function noAnswer(error: unknown): string {
  const { message = '', code = '' } = error as NodeJS.ErrnoException;
  // An error about several addresses has a code but no message.
  const raw = (message || code || String(error)).replace(/\s+/g, ' ').trim();
  const plain = PLAIN.find(([codes]) => codes.test(code))?.[1];
  return plain === undefined ? raw : `${plain} (${raw})`;
}

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing is listening there: start it, or check the port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its host name cannot be resolved: check the address and the network'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'it cannot be reached: check the address and the network'],
  [
    /^(ECONNRESET|EPIPE)$/,
    'it closed the connection without a response: check the port, and whether it needs https://',
  ],
  [/^(EPROTO|ERR_SSL_)/, 'it does not use TLS: use http://, or its port for https'],
  [/^HPE_/, 'it does not speak HTTP: check the port, and whether it needs https://'],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'its certificate is expired or not yet valid: renew it, or correct the clock of this machine',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name: use that name in the address'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "its certificate is not signed by a trusted authority: set NODE_EXTRA_CA_CERTS to a file with the signer's certificate, and install again",
  ],
  [
    /^ERR_INVALID_(URL|PROTOCOL)$/,
    'that is not a valid address: install the sink again with one such as http://localhost:4318',
  ],
  [
    /^(ERR_INVALID_HTTP_TOKEN|ERR_INVALID_CHAR|ERR_HTTP_INVALID_HEADER_VALUE)$/,
    'one of its headers cannot be sent: install the sink again without it',
  ],
];
