// npm run test:team: the contract of team stores over ClickHouse: a cluster of Debian's version with ZooKeeper, and a
// current engine in process (chdb). Both are fetched where that is possible, and skipped with a word elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { canRunCluster } from './clickhouse-cluster.mjs';
import { bin, root, say } from './ready.mjs';

const CHDB = '3.4.0';

if (!canRunCluster()) installCluster();
const cluster = canRunCluster();
if (!cluster) say('Skipped: the ClickHouse cluster. It needs Debian, apt-get and root, or the packages installed.');
const chdb = fetchedChdb();
if (!chdb) say('Skipped: the current ClickHouse engine. chdb could not be fetched.');
if (cluster || chdb) {
  const env = {
    ...process.env,
    ...(cluster && { UNSPOOL_TEST_CLICKHOUSE: '1' }),
    ...(chdb && { UNSPOOL_TEST_CHDB: chdb }),
  };
  const { status } = spawnSync(bin('vitest'), ['run', '--maxWorkers', '1', 'packages/team/test/clickhouse'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  process.exit(status ?? 1);
}

function installCluster() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say('Installing clickhouse-server and zookeeper…');
  const packages = ['clickhouse-server', 'clickhouse-client', 'zookeeper', 'default-jre-headless'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 180_000 });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/** 548 MB, so it stays in a cache outside the workspace. */
function fetchedChdb() {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'unspool', `chdb-${CHDB}`);
  const isThere = () => existsSync(join(folder, 'node_modules/chdb/package.json'));
  if (!isThere()) {
    say('Fetching chdb…');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const shell = process.platform === 'win32';
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `chdb@${CHDB}`];
    spawnSync('npm', args, { cwd: folder, stdio: 'ignore', shell, timeout: 240_000 });
  }
  return isThere() ? folder : undefined;
}
