import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { freePort } from '#tests/support/server/nginx.ts';
import { unprivileged } from '#tests/support/server/postgres-cluster.ts';
import { createNode, OWNER, type DatabaseNode, type LeaseTimes } from './node.ts';
import { sendSignal, startProgram, type Program } from './program.ts';
import type { FailoverTools } from './tools.ts';

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Some machine of the cluster does not run or does not follow the primary. */
export class NotWholeError extends Error {
  override readonly name = 'NotWholeError';
}

/** Three machines with PostgreSQL under Patroni, one of them a synchronous standby, and HAProxy in front. */
export interface DatabaseCluster {
  /** Through HAProxy, which leads to the primary. */
  url: string;
  folder: string;
  /** @param except a machine that was the primary and may not know that it is no more. */
  primary(waiting?: { except: DatabaseNode; limitSeconds: number }): Promise<DatabaseNode>;
  /**
   * Waits until all machines run and one is a synchronous standby.
   *
   * @returns the seconds that it took.
   * @throws NotWholeError after five minutes.
   */
  whole(): Promise<number>;
  /** Makes the synchronous standby the primary. */
  switchOver(): Promise<void>;
  close(options: { keepsLogs: boolean }): Promise<void>;
}

const NODES = ['one', 'two', 'three'];
const LOOK_EVERY_MS = 500;
/** Patroni waits for its lease to end, then rewinds and catches up. */
const WHOLE_WITHIN_MS = 300_000;

const haproxyConfiguration = (port: number, nodes: readonly DatabaseNode[]): string => `
global
  maxconn 500
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, databasePort, restPort }) => `  server ${name} 127.0.0.1:${databasePort} check port ${restPort}`).join('\n')}
`;

/** @throws Error with the last state when the cluster does not become whole. */
export async function startDatabaseCluster(tools: FailoverTools, times: LeaseTimes): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-failover-'));
  const user = unprivileged();
  chmodSync(folder, 0o711);
  const programs: Program[] = [];
  const nodes: DatabaseNode[] = [];

  const close = async ({ keepsLogs }: { keepsLogs: boolean }) => {
    await Promise.all(nodes.map((node) => node.stop()));
    for (const { pid } of programs) sendSignal(pid, 'SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
    if (!keepsLogs) await rm(folder, { recursive: true, force: true });
  };

  const findPrimary = async (except?: DatabaseNode): Promise<DatabaseNode | undefined> => {
    for (const node of nodes) if (node !== except && (await node.ask('/primary'))?.status === 200) return node;
    return undefined;
  };

  const members = async (): Promise<Member[]> => {
    for (const node of nodes) {
      const answer = await node.ask('/cluster');
      if (answer?.status === 200) return (answer.body as { members: Member[] }).members;
    }
    return [];
  };

  /** @returns the ms that it took. @throws Error when it takes too long. */
  const until = async (
    complaint: string,
    isSo: () => Promise<boolean>,
    withinMs = WHOLE_WITHIN_MS,
  ): Promise<number> => {
    const from = performance.now();
    for (;;) {
      if (await isSo()) return performance.now() - from;
      if (performance.now() - from > withinMs) throw new NotWholeError(complaint);
      await pass(LOOK_EVERY_MS);
    }
  };

  const primary: DatabaseCluster['primary'] = async (waiting) => {
    let found: DatabaseNode | undefined;
    const isThere = async () => (found = await findPrimary(waiting?.except)) !== undefined;
    await until('there is no primary', isThere, waiting ? waiting.limitSeconds * 1_000 : 0);
    return found!;
  };

  const whole = async (): Promise<number> => {
    const isWhole = async () => {
      const found = (await members()).filter(({ state }) => /^(running|streaming)$/.test(state));
      const count = (role: string) => found.filter((member) => member.role === role).length;
      return count('leader') === 1 && count('sync_standby') === 1 && count('replica') === NODES.length - 2;
    };
    return Math.round((await until('the cluster does not become whole', isWhole)) / 1000);
  };

  try {
    const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
    const etcdFolder = join(folder, 'etcd');
    mkdirSync(etcdFolder, { mode: 0o700 });
    // As the caller: etcd is in the caller's home, which `postgres` may not enter.
    const run = (command: string, args: readonly string[], name: string) =>
      programs.push(startProgram(command, args, { logFile: join(folder, `${name}.log`), cwd: etcdFolder }));
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    const etcdArgs = {
      name: 'etcd',
      'data-dir': join(etcdFolder, 'data'),
      'log-level': 'warn',
      logger: 'zap',
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `etcd=${peer}`,
    };
    run(
      tools.etcd,
      Object.entries(etcdArgs).flatMap(([name, value]) => [`--${name}`, value]),
      'etcd',
    );
    // Patroni ends when it meets an etcd whose members have not agreed on a version yet.
    await until('etcd does not start', async () => {
      const answer = await fetch(`${client}/version`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      return answer?.ok === true && /"etcdcluster":\s*"\d/.test(await answer.text());
    });
    for (const name of NODES) nodes.push(await createNode({ name, tools, folder, etcdPort, times, user }));
    const configuration = join(folder, 'haproxy.cfg');
    writeFileSync(configuration, haproxyConfiguration(haproxyPort, nodes), { mode: 0o644 });
    run(tools.haproxy, ['-db', '-f', configuration], 'haproxy');
    // The first one makes the database, the others copy it.
    nodes[0]!.start();
    await until('there is no primary', async () => (await nodes[0]!.ask('/primary'))?.status === 200);
    for (const node of nodes.slice(1)) node.start();
    await whole();

    return {
      url: `postgres://${OWNER}:${OWNER}@127.0.0.1:${haproxyPort}/postgres`,
      folder,
      primary,
      whole,
      close,
      async switchOver() {
        const leader = await primary();
        const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name;
        const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: leader.name, candidate }),
          signal: AbortSignal.timeout(60_000),
        });
        if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
      },
    };
  } catch (error) {
    await close({ keepsLogs: true });
    throw new Error(`the database cluster did not start; its logs are in ${folder}`, { cause: error });
  }
}
