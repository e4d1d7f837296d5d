export interface ClusterServer {
  name: string;
  /** `127.0.0.1:PORT` of its HTTP interface. */
  host: string;
  kill(): Promise<unknown> | undefined;
  up(): Promise<void>;
  /** Removes its tables. Only while it is down. */
  wipe(): void;
}

export interface Cluster {
  servers: ClusterServer[];
  stop(): Promise<void>;
}

export function canRunCluster(): boolean;
export function startCluster(folder: string): Promise<Cluster>;
