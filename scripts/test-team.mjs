// npm run test:team: the contract of team stores on ClickHouse (a cluster of Debian's version with ZooKeeper, and a current
// in-process engine, chdb), the session store with the official Agent SDK, and killed servers. Fetches what they need;
// tests whose needs cannot be met are skipped with a note.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { canRunCluster } from './clickhouse-cluster.mjs';
import { bin, root, run, say } from './ready.mjs';

const CHDB = '3.4.0';
const SDK = '0.3.326';

if (!canRunCluster()) installCluster();
const cluster = canRunCluster();
if (!cluster) say('Skipped: the ClickHouse cluster. It needs Debian, apt-get and root, or the packages installed.');
const chdb = fetched(`chdb@${CHDB}`);
if (!chdb) say('Skipped: the current ClickHouse engine. chdb could not be fetched.');
const sdk = fetched(`@anthropic-ai/claude-agent-sdk@${SDK}`);
if (!sdk) say('Skipped: the Agent SDK. It could not be fetched.');
// Inside node_modules, where the bundle finds the packages that stay outside it.
const cache = join(root, 'node_modules/.cache/unspool');
mkdirSync(cache, { recursive: true });
const bundle = mkdtempSync(join(cache, 'bundle-'));
run(process.execPath, [join(root, 'scripts/bundle.mjs'), bundle]);
const env = {
  ...process.env,
  UNSPOOL_TEST_BUNDLE: bundle,
  ...(cluster && { UNSPOOL_TEST_CLICKHOUSE: '1' }),
  ...(chdb && { UNSPOOL_TEST_CHDB: chdb }),
  ...(sdk && { UNSPOOL_TEST_SDK: sdk }),
};
const tests = [
  'packages/team/test/clickhouse',
  'packages/team/test/sdk',
  'packages/cli/test/team/faults',
  'packages/cli/test/team/long-faults',
  'packages/cli/test/team/after-turn',
];
const { status } = spawnSync(bin('vitest'), ['run', '--maxWorkers', '1', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env,
});
rmSync(bundle, { recursive: true, force: true });
process.exit(status ?? 1);

function installCluster() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say('Installing clickhouse-server and zookeeper…');
  const packages = ['clickhouse-server', 'clickhouse-client', 'zookeeper', 'default-jre-headless'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 180_000 });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/** Installs a package outside the workspace: chdb has 548 MB, and the SDK's optional packages include a whole client. */
function fetched(wanted) {
  const name = wanted.slice(0, wanted.lastIndexOf('@'));
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'unspool',
    wanted.replace(/[@/]+/g, '-'),
  );
  const isThere = () => existsSync(join(folder, 'node_modules', name, 'package.json'));
  if (!isThere()) {
    say(`Fetching ${wanted}…`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
    if (name !== 'chdb') options.push('--omit=optional');
    const shell = process.platform === 'win32';
    spawnSync('npm', ['install', ...options, wanted], { cwd: folder, stdio: 'ignore', shell, timeout: 240_000 });
  }
  return isThere() ? folder : undefined;
}
