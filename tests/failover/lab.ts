import { rm } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { backgroundJobs } from '#server/start/background-jobs.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { bundleProcess } from '#tests/evening/bundle.ts';
import { EPISODE_SECONDS } from '#tests/evening/catalogue.ts';
import { createLedger, type Ledger } from '#tests/evening/ledger.ts';
import { createMachine, type Machine } from '#tests/evening/machines.ts';
import { createNetwork, type Network } from '#tests/evening/network.ts';
import { importEveningCatalogue, moveIn } from '#tests/evening/population.ts';
import { createChance } from '#tests/evening/rules/chance.ts';
import { compare, compareWork, type Circumstances } from '#tests/evening/rules/compare.ts';
import { planHouseholds, type PlannedHousehold } from '#tests/evening/rules/plan.ts';
import { createSets, seatViewer, type HouseholdSet } from '#tests/evening/sets.ts';
import { readStored } from '#tests/evening/stored.ts';
import { writeCatalogueFiles } from '#tests/support/server/server-files.ts';
import { startDatabaseCluster, type DatabaseCluster } from './cluster.ts';
import type { DatabaseNode, LeaseTimes } from './node.ts';
import { createRealTime } from './real-time.ts';
import { longestGapMs, type FailoverKind } from './rules.ts';
import type { FailoverTools } from './tools.ts';
import { watchWithout, writeAgainAndAgain } from './writers.ts';

export interface RoundResult {
  kind: FailoverKind;
  from: string;
  to: string;
  acknowledged: number;
  secondsWithoutWrites: number;
  /** Until all machines of the database run again. */
  secondsUntilWhole: number;
  /** How long the picture of the sets that only watch stood still. */
  secondsStalled: number;
  differences: string[];
}

/** Two servers and a worker on a cluster of three, with televisions. */
export interface Lab {
  liveRound(kind: FailoverKind): Promise<RoundResult>;
  /** Lets all sets send what is left on their disks. @returns the differences between the whole ledger and the database. */
  end(): Promise<string[]>;
  readonly complaints: string[];
  readonly logs: string;
  close(options: { keepsLogs: boolean }): Promise<void>;
}

const SERVERS = 2;
const CHECK_EVERY_MS = 2_000;
/** Sets that write without a pause, and sets that only watch. */
const EXTRA: readonly PlannedHousehold[] = [
  { name: 'writers', plan: 'premium', maxStreams: 4, televisions: 4 },
  { name: 'witnesses', plan: 'premium', maxStreams: 4, televisions: 2 },
];
/** Seconds of load before the fault, and after writes go again. */
const BEFORE_SECONDS = 15;
const AFTER_SECONDS = 10;
/** Longest times until another machine is the primary, and for background jobs to finish, in seconds. */
const PRIMARY_WITHIN_SECONDS = 180;
const WORK_SECONDS = 60;
/** A report on the disk counts as that of a closed page after 150 s. */
const REST_SECONDS = 155;
const SENT_WITHIN_SECONDS = 120;
const JOBS = backgroundJobs(undefined as never, { now: () => new Date() }, undefined as never).map(({ name }) => name);

/** Counts the calls that wait for an answer. */
function countCalls(network: Network): Network & { waiting: number } {
  const counted = Object.assign(Object.create(network) as Network, {
    waiting: 0,
    send(request: Parameters<Network['send']>[0]) {
      counted.waiting += 1;
      return network.send(request).finally(() => (counted.waiting -= 1));
    },
  });
  return counted;
}

async function breakPrimary(kind: FailoverKind, cluster: DatabaseCluster, primary: DatabaseNode): Promise<void> {
  if (kind === 'kill') await primary.kill();
  else if (kind === 'freeze') primary.freeze();
  else if (kind === 'cut-off') primary.cutOff();
  else if (kind === 'crash') primary.crash();
  else await cluster.switchOver();
}

function mendPrimary(kind: FailoverKind, primary: DatabaseNode): void {
  if (kind === 'kill') primary.start();
  else if (kind === 'freeze') primary.thaw();
  else if (kind === 'cut-off') primary.connect();
}

export async function openLab(
  tools: FailoverTools,
  { televisions, seed, times }: { televisions: number; seed: string; times: LeaseTimes },
): Promise<Lab> {
  const undo: (() => Promise<unknown>)[] = [];
  const cluster = await startDatabaseCluster(tools, times);
  const close = async ({ keepsLogs }: { keepsLogs: boolean }) => {
    for (const step of undo.splice(0).reverse()) await step();
    await cluster.close({ keepsLogs });
  };
  try {
    const database = await openPostgres(cluster.url);
    undo.push(() => database.close());
    await migrate(database.longWork);
    await importEveningCatalogue(database.longWork, EPISODE_SECONDS);
    const households = await moveIn(database.longWork, [...planHouseholds(televisions), ...EXTRA]);
    const [bundle, catalogueFolder] = await Promise.all([bundleProcess(), writeCatalogueFiles()]);
    undo.push(bundle.remove, () => rm(catalogueFolder, { recursive: true, force: true }));

    const time = createRealTime();
    const chance = createChance(seed);
    const ledger = createLedger();
    const network = countCalls(createNetwork(time, SERVERS, chance.fork('network'), { isByAccount: true }));
    undo.push(async () => network.close());
    const create = (role: 'serve' | 'work', slot: number): Machine =>
      createMachine({
        settings: {
          role,
          catalogueFolder,
          clockSlot: slot,
          logLevel: 'error',
          store: { kind: 'postgres', url: cluster.url },
        },
        bundlePath: bundle.path,
        time,
        backend: network.backends[slot],
      });
    const machines = [create('serve', 0), create('serve', 1), create('work', SERVERS)];
    for (const machine of machines) {
      undo.push(() => machine.stop('SIGTERM'));
      await machine.start();
    }
    await network.check();
    const stopChecks = time.clock.every(CHECK_EVERY_MS, () => void network.check());
    undo.push(async () => stopChecks());

    const around = { network, ledger, clock: time.clock, durationSeconds: EPISODE_SECONDS, hasMedia: true };
    const sets = createSets(households, around);
    const of = (name: string): HouseholdSet[] => sets.filter(({ household }) => household.name === name);
    const [writers, witnesses] = [of('writers'), of('witnesses')];
    const viewed = sets.filter((set) => !writers.includes(set) && !witnesses.includes(set));
    let rounds = 0;
    const seat = (set: HouseholdSet, isOver = () => false, wait = time.wait) =>
      seatViewer(set, around, { chance: chance.fork(String(rounds)), eveningSeconds: 60, patience: 1, isOver, wait });

    const circumstances = (): Circumstances => ({
      maxStreams: new Map(households.map(({ accountId, maxStreams }) => [accountId, maxStreams])),
      jobs: JOBS,
      now: new Date(),
    });
    const compareNow = async (seen: Ledger): Promise<string[]> => {
      const read = () => readStored(database.longWork, new Date());
      for (let second = 0; second < WORK_SECONDS; second += 1) {
        if (compareWork(await read(), circumstances()).length === 0) break;
        await pass(1_000);
      }
      return compare(seen, await read(), circumstances());
    };

    return {
      async liveRound(kind) {
        rounds += 1;
        const before = ledger.entries.length;
        const acknowledgedAtMs: number[] = [];
        let lastSentAtMs = 0;
        let isOver = false;
        let end: () => void = () => undefined;
        const ended = new Promise<void>((resolve) => (end = resolve));
        const wait = (seconds: number) => (isOver ? Promise.resolve() : Promise.race([time.wait(seconds), ended]));

        for (const set of [...writers, ...witnesses]) await seat(set).comeBack();
        const watching = await Promise.all(witnesses.map(({ television }) => watchWithout(television.app!)));
        const living = [
          ...viewed.map((set) => seat(set, () => isOver, wait).live()),
          ...writers.map(({ television }) =>
            writeAgainAndAgain({
              app: television.app!,
              isOver: () => isOver,
              wait,
              onAcknowledged(sentAtMs) {
                acknowledgedAtMs.push(time.clock.now());
                lastSentAtMs = Math.max(lastSentAtMs, sentAtMs);
              },
            }),
          ),
        ];
        const breakAndMend = async () => {
          await time.wait(BEFORE_SECONDS);

          const primary = await cluster.primary();
          const faultAtMs = time.clock.now();
          await breakPrimary(kind, cluster, primary);
          const next = await cluster.primary({ except: primary, limitSeconds: PRIMARY_WITHIN_SECONDS });
          const electedAtMs = time.clock.now();
          const isWritten = () => lastSentAtMs > electedAtMs;
          for (let tries = 0; tries < PRIMARY_WITHIN_SECONDS && !isWritten(); tries += 1) await time.wait(1);
          mendPrimary(kind, primary);
          await time.wait(AFTER_SECONDS);
          const secondsUntilWhole = await cluster.whole();
          return { from: primary.name, to: next.name, faultAtMs, secondsUntilWhole };
        };
        // The sets end their evening also when the cluster does not come back.
        const { from, to, faultAtMs, secondsUntilWhole } = await breakAndMend().finally(() => {
          isOver = true;
          end();
        });
        const stalledMs = watching.map((witness) => witness.stalledMs());
        await Promise.all(watching.map((witness) => witness.close()));
        await Promise.all(living);
        while (network.waiting > 0) await time.wait(1);
        // Compares the sets' own counts at the end, because a report may still be on the disk of a set.
        const differences = await compareNow({ ...ledger, playLogs: new Map() });
        return {
          kind,
          from,
          to,
          differences,
          secondsUntilWhole,
          acknowledged: ledger.entries.slice(before).filter(({ outcome }) => outcome === 'acknowledged').length,
          secondsWithoutWrites: longestGapMs(acknowledgedAtMs, faultAtMs) / 1_000,
          secondsStalled: Math.max(...stalledMs) / 1_000,
        };
      },
      async end() {
        for (const { television } of sets) television.pullPlug();
        await time.wait(REST_SECONDS);
        await Promise.all(sets.map((set) => seat(set).comeBack()));
        const listLeft = () =>
          sets.flatMap(({ television: { name, app } }) =>
            (app?.pendingReports.list() ?? []).map(({ playLogId }) => `${name}: ${playLogId} is still on its disk`),
          );
        for (let second = 0; second < SENT_WITHIN_SECONDS && listLeft().length > 0; second += 1) await time.wait(1);
        return [...listLeft(), ...(await compareNow(ledger))];
      },
      get complaints() {
        return machines.flatMap(({ complaints }) => complaints);
      },
      logs: cluster.folder,
      close,
    };
  } catch (error) {
    await close({ keepsLogs: true });
    throw error;
  }
}
