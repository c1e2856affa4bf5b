import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/server/nginx.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { familyOf, sendSignal, startProgram, type Program } from './program.ts';
import type { FailoverTools } from './tools.ts';

/** One machine of the database: PostgreSQL under Patroni, reached by everybody through proxies. */
export interface DatabaseNode {
  readonly name: string;
  /** Ports that other machines see. */
  readonly databasePort: number;
  readonly restPort: number;
  start(): void;
  /** Patroni's answer on this machine; undefined without one. */
  ask(path: string): Promise<{ status: number; body: unknown } | undefined>;
  /** Ends all processes at once, as a power cut does. */
  kill(): Promise<void>;
  /** Ends PostgreSQL at once. Patroni goes on. */
  crash(): void;
  /** Stops all processes, and lets them go on where they were. */
  freeze(): void;
  thaw(): void;
  /** Separates it from all other machines. Its processes go on. */
  cutOff(): void;
  connect(): void;
  stop(): Promise<void>;
}

export interface NodeOptions {
  name: string;
  tools: FailoverTools;
  folder: string;
  etcdPort: number;
  times: LeaseTimes;
  user: { uid?: number; gid?: number };
}

/** Name of the database's owner. */
export const OWNER = 'bora';
const ASK_WITHIN_MS = 2_000;
const STOP_WITHIN_MS = 20_000;

/** Patroni's times, in seconds. It demands `ttl >= loop_wait + 2 * retry_timeout`. */
export interface LeaseTimes {
  /** How long the lease of a primary outlives it. */
  ttl: number;
  loop_wait: number;
  /** How long etcd and PostgreSQL may not answer before the primary steps down. */
  retry_timeout: number;
}

const dynamicSettings = (times: LeaseTimes) => ({
  ...times,
  // A primary whose PostgreSQL dies is given up at once instead of started again for five minutes.
  primary_start_timeout: 0,
  synchronous_mode: true,
  // Without a standby, commits wait: otherwise an acknowledged write may be on one machine only.
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 100, wal_log_hints: 'on', wal_keep_size: '256MB', autovacuum: 'off' },
  },
});

export async function createNode({ name, tools, folder, etcdPort, times, user }: NodeOptions): Promise<DatabaseNode> {
  const own = join(folder, name);
  const data = join(own, 'data');
  mkdirSync(own, { mode: 0o700 });
  const [databasePort, restPort] = [await freePort(), await freePort()];
  const proxies: TcpProxy[] = [];
  const proxyTo = async (port: number): Promise<number> => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port });
    proxies.push(proxy);
    return proxy.port;
  };
  const [outerDatabasePort, outerRestPort, ownEtcdPort] = [
    await proxyTo(databasePort),
    await proxyTo(restPort),
    await proxyTo(etcdPort),
  ];
  const role = (username: string) => ({ username, password: username });
  const configuration = {
    scope: 'bora',
    namespace: '/failover/',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${outerRestPort}` },
    etcd3: { hosts: [`127.0.0.1:${ownEtcdPort}`], use_proxies: true },
    bootstrap: { dcs: dynamicSettings(times), initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
    postgresql: {
      listen: `127.0.0.1:${databasePort}`,
      connect_address: `127.0.0.1:${outerDatabasePort}`,
      data_dir: data,
      bin_dir: tools.postgres.bin,
      pgpass: join(own, 'pgpass'),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: role(OWNER), replication: role('replicator'), rewind: role('rewinder') },
      parameters: { unix_socket_directories: own },
    },
  };
  const file = join(own, 'patroni.json');
  writeFileSync(file, JSON.stringify(configuration, null, 2));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(own, user.uid, user.gid);

  let patroni: Program | undefined;

  /** PostgreSQL's first process, which is no child of Patroni. */
  const postmaster = (): number[] => {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // After a crash the file names a process that is gone, or somebody else's.
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [pid] : [];
    } catch {
      return [];
    }
  };
  const roots = (): number[] => [...(patroni?.isRunning ? [patroni.pid] : []), ...postmaster()];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of roots().flatMap(familyOf)) sendSignal(pid, signal);
  };
  // An interrupted run must not leave PostgreSQL behind.
  const killWithUs = () => signalAll('SIGKILL');
  process.once('exit', killWithUs);
  const kill = async () => {
    // Twice, because a process that was about to start another one may have done so.
    for (let pass = 0; pass < 2; pass += 1) signalAll('SIGKILL');
    await patroni?.ended;
    signalAll('SIGKILL');
    patroni = undefined;
  };

  return {
    name,
    databasePort: outerDatabasePort,
    restPort: outerRestPort,
    start() {
      patroni = startProgram(tools.patroni, [file], { logFile: join(folder, `${name}.log`), cwd: own, ...user });
    },
    async ask(path) {
      try {
        const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, {
          signal: AbortSignal.timeout(ASK_WITHIN_MS),
        });
        return { status: answer.status, body: await answer.json() };
      } catch {
        return undefined;
      }
    },
    kill,
    crash() {
      for (const pid of postmaster().flatMap(familyOf)) sendSignal(pid, 'SIGKILL');
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    cutOff: () => proxies.forEach((proxy) => proxy.set({ kind: 'black-hole' })),
    connect() {
      for (const proxy of proxies) {
        proxy.set({ kind: 'clear' });
        proxy.cut();
      }
    },
    async stop() {
      signalAll('SIGCONT');
      if (patroni?.isRunning) {
        // Patroni stops PostgreSQL too.
        sendSignal(patroni.pid, 'SIGTERM');
        const late = setTimeout(() => signalAll('SIGKILL'), STOP_WITHIN_MS);
        await patroni.ended;
        clearTimeout(late);
      }
      await kill();
      process.off('exit', killWithUs);
      for (const proxy of proxies) await proxy.close();
    },
  };
}
