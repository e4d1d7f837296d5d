const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. The client does not resume other session ids. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
