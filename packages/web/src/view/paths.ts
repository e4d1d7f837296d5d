/** The path of a conversation below the API. */
export function sessionPath(id: string, agentId?: string): string {
  const session = `/api/sessions/${encodeURIComponent(id)}`;
  return agentId === undefined ? session : `${session}/agents/${encodeURIComponent(agentId)}`;
}
