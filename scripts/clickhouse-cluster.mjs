// For tests: a ClickHouse cluster of two shards with two replicas each, and ZooKeeper, on loopback in one folder.
// Needs Debian's packages clickhouse-server and zookeeper; no root.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const SERVER = '/usr/sbin/clickhouse-server';
const ZOOKEEPER = '/usr/share/java/zookeeper.jar';

export const canRunCluster = () => existsSync(SERVER) && existsSync(ZOOKEEPER);

/** Starts everything. Returns the servers, each with its address and functions to kill and start it. */
export async function startCluster(folder) {
  const running = new Map();
  // A test run that is interrupted must not leave servers behind.
  process.once('exit', () => {
    for (const child of running.values()) child.kill('SIGKILL');
  });
  const zookeeperPort = await freePort();
  const servers = [];
  for (const shard of [1, 2]) {
    for (const replica of [1, 2]) {
      const [http, tcp, inter] = [await freePort(), await freePort(), await freePort()];
      servers.push({ name: `s${shard}r${replica}`, shard, http, tcp, inter });
    }
  }
  configureZookeeper(join(folder, 'zookeeper'), zookeeperPort);
  for (const server of servers) configureServer(join(folder, server.name), server, { servers, zookeeperPort });
  launch('zookeeper', join(folder, 'zookeeper'), 'java', [
    '-Xmx256m',
    '-Djava.net.preferIPv4Stack=true',
    '-Dzookeeper.jmx.log4j.disable=true',
    '-cp',
    `${join(folder, 'zookeeper')}:${ZOOKEEPER}`,
    'org.apache.zookeeper.server.quorum.QuorumPeerMain',
    join(folder, 'zookeeper/zoo.cfg'),
  ]);
  await until(
    () => isServing(zookeeperPort),
    () => 'ZooKeeper did not start',
  );
  const up = async (server) => {
    launch(server.name, join(folder, server.name), SERVER, [
      `--config-file=${join(folder, server.name, 'config.xml')}`,
    ]);
    await until(
      () => answers(server.http),
      () => `${server.name} did not start:\n${endOf(join(folder, server.name, 'error.log'))}`,
    );
  };
  await Promise.all(servers.map(up));
  return {
    servers: servers.map((server) => ({
      name: server.name,
      host: `127.0.0.1:${server.http}`,
      kill: () => killed(running.get(server.name)),
      up: () => up(server),
      wipe: () => rmSync(join(folder, server.name, 'data/data'), { recursive: true, force: true }),
    })),
    stop: async () => {
      await Promise.all([...running.values()].map(killed));
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function launch(name, cwd, command, args) {
    const out = openSync(join(cwd, 'console.log'), 'a');
    running.set(name, spawn(command, args, { cwd, stdio: ['ignore', out, out] }));
    closeSync(out);
  }
}

function killed(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return ended;
}

function configureZookeeper(folder, port) {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const settings = ['tickTime=1000', `dataDir=${folder}/data`, `clientPort=${port}`, 'clientPortAddress=127.0.0.1'];
  writeFileSync(join(folder, 'zoo.cfg'), [...settings, 'admin.enableServer=false', 'maxClientCnxns=0', ''].join('\n'));
}

function configureServer(folder, server, { servers, zookeeperPort }) {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const shards = [1, 2].map((shard) => {
    const replicas = servers.filter((each) => each.shard === shard);
    const list = replicas.map(({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`).join('');
    return `<shard><internal_replication>true</internal_replication>${list}</shard>`;
  });
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
  <logger><level>warning</level><log>${folder}/server.log</log><errorlog>${folder}/error.log</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${server.http}</http_port>
  <tcp_port>${server.tcp}</tcp_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <interserver_http_port>${server.inter}</interserver_http_port>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/data/tmp/</tmp_path>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <timezone>UTC</timezone>
  <mark_cache_size>268435456</mark_cache_size>
  <zookeeper>
    <node><host>127.0.0.1</host><port>${zookeeperPort}</port></node>
    <session_timeout_ms>6000</session_timeout_ms>
  </zookeeper>
  <macros><shard>${server.shard}</shard><replica>${server.name}</replica></macros>
  <remote_servers><team>${shards.join('')}</team></remote_servers>
</yandex>
`,
  );
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>
`,
  );
}

async function answers(port) {
  try {
    return (await (await fetch(`http://127.0.0.1:${port}/ping`)).text()) === 'Ok.\n';
  } catch {
    return false;
  }
}

/** ZooKeeper opens its port before it is ready, and never answers a connection made too early. */
function isServing(port) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('srvr'));
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text.includes('Mode:')));
    socket.on('error', () => resolve(false));
  });
}

/** Below the range for outgoing connections, which could otherwise take the port of a server that is restarting. */
async function freePort() {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

function endOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : '';
}

async function until(check, failure) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(50)) if (await check()) return;
  throw new Error(failure());
}
