import { backgroundJobs } from '#server/start/background-jobs.ts';
import { readStored } from './stored.ts';
import { breakFor, possibleFaults } from './faults.ts';
import { createLedger, type Ledger, type Outcome } from './ledger.ts';
import { compare, compareWork, type Circumstances } from './rules/compare.ts';
import { createChance } from './rules/chance.ts';
import { planEvening, planHouseholds, type Fault } from './rules/plan.ts';
import { createSets, seatViewer } from './sets.ts';
import type { Site } from './site.ts';
import { EVENING_STARTS_AT } from './time.ts';
import { createWorld, type World } from './world.ts';

export interface EveningOptions {
  seed: number;
  minutes: number;
  televisions: number;
  hasFaults: boolean;
  /** Whether the servers give out the video. Default: yes. */
  hasMedia?: boolean;
  /** Factor of the time that viewers keep watching. Default: 1, the short time of tests. */
  patience?: number;
  /** Called at these seconds of the evening, with its clock stopped. */
  pauses?: { atSeconds: readonly number[]; look(world: World, use: { onMs: number; calls: number }): Promise<void> };
  /** Called with each fault as it begins. */
  onFault?: (fault: Fault) => void;
}

export interface EveningResult {
  seed: number;
  /** Empty when the ledger agrees with the database. */
  differences: string[];
  /** Lines that the processes wrote to the log. */
  complaints: string[];
  faults: Fault[];
  writes: Record<Outcome, number>;
  ledger: Ledger;
}

/** Seconds after the evening: for the repair of all faults, until the sets come back, and for their pending reports. */
const MENDED_SECONDS = 20;
const REST_SECONDS = 170;
const LAST_SECONDS = 120;
/** Longest time for the worker to finish, in seconds. A failed mail waits for its next try, and a busy machine fails more. */
const WORK_SECONDS = 120;
/** Names of the background jobs; only their functions need a database. */
const JOBS = backgroundJobs(undefined as never, { now: () => new Date() }, undefined as never).map(({ name }) => name);

/** Runs one evening, and compares the ledger of the sets with the database. */
export async function liveEvening(site: Site, options: EveningOptions): Promise<EveningResult> {
  const { seed, minutes, televisions, hasFaults, hasMedia = true, patience = 1, pauses } = options;
  const chance = createChance(String(seed));
  const world = await createWorld(site, { households: planHouseholds(televisions), chance, hasFaults });
  try {
    const { time, network } = world;
    const kinds = hasFaults ? possibleFaults(world) : [];
    const { seconds, faults } = planEvening({ seed, minutes, televisions, kinds });
    const ledger = createLedger();
    let isOver = false;

    const around = { network, ledger, clock: time.clock, durationSeconds: site.episodeSeconds, hasMedia };
    const seat = { chance, eveningSeconds: seconds, patience, isOver: () => isOver, wait: time.wait };
    const sets = createSets(world.households, around).map((set) => ({
      television: set.television,
      viewer: seatViewer(set, around, seat),
    }));
    const breaking = faults.map(async (fault) => {
      await time.wait(fault.atSecond);
      options.onFault?.(fault);
      await breakFor(fault, world);
    });
    const living = sets.map(({ viewer }) => viewer.live());

    for (const atSecond of pauses?.atSeconds ?? []) {
      await time.passUntil(atSecond);
      const onMs = sets.reduce((sum, { television }) => sum + television.onMs(), 0);
      await pauses!.look(world, { onMs, calls: ledger.entries.length + ledger.reads });
    }
    await time.passUntil(seconds);
    isOver = true;
    await time.passWhile(Promise.all(breaking).then(() => world.mend()));
    await time.passWhile(Promise.all([...living, time.wait(MENDED_SECONDS)]));
    // The sets lose their power, and come back when the app counts their reports as those of a closed page.
    for (const { television } of sets) television.pullPlug();
    await time.passWhile(time.wait(REST_SECONDS));
    await time.passWhile(Promise.all(sets.map(({ viewer }) => viewer.comeBack())));
    await time.passWhile(time.wait(LAST_SECONDS));

    const differences = sets.flatMap(({ television }) =>
      (television.app?.pendingReports.list() ?? []).map(
        ({ playLogId }) => `${television.name}: the report of ${playLogId} is still on its disk`,
      ),
    );
    const circumstances = (): Circumstances => ({
      maxStreams: new Map(world.households.map(({ accountId, maxStreams }) => [accountId, maxStreams])),
      jobs: JOBS,
      now: new Date(EVENING_STARTS_AT + time.clock.now()),
    });
    const worker = world.workers[0] ?? world.servers[0]!;
    const finishWork = async (): Promise<void> => {
      for (let second = 0; second < WORK_SECONDS; second += 1) {
        const work = await worker.readWork(circumstances().now);
        if (work && compareWork(work, circumstances()).length === 0) return;
        await time.wait(1);
      }
    };
    // Without calls the evening's clock would run ahead of the worker.
    await time.passWhile(time.during(finishWork()));
    const database = await world.end();
    differences.push(...compare(ledger, await readStored(database.longWork, circumstances().now), circumstances()));
    if (!world.admin) await database.close();
    const count = (outcome: Outcome) => ledger.entries.filter((entry) => entry.outcome === outcome).length;
    return {
      seed,
      differences,
      faults,
      ledger,
      complaints: world.machines.flatMap(({ complaints }) => complaints),
      writes: { acknowledged: count('acknowledged'), refused: count('refused'), doubtful: count('doubtful') },
    };
  } finally {
    await world.remove();
  }
}
