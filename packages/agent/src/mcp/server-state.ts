export interface ServerState {
  name: string;
  status: 'connecting' | 'connected' | 'failed' | 'refused';
  tools: number;
}
