import { publishChange } from '#server/catalogue/prepare.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { compareTitles, countListed } from '#server/catalogue/lists/similar-titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { Clock } from '#server/lib/clock.ts';
import { lockSetting } from '#server/settings/index.ts';
import { blend, knownOf, usualBest } from './blend.ts';
import { listAccountsAfter, listHistories } from './history-store.ts';
import type { AccountHistory, Learner, LearntOutcome, StartLearner } from './learner.ts';
import { hasLearnt, listListedTitles, replaceLearnt } from './likeness-store.ts';
import { FEWEST_ACCOUNTS } from './watched-together.ts';

/** Titles that are learnt about, those that most profiles have watched: time grows with their cube, memory with their square. */
const MOST_TITLES = 5_000;
/** Accounts in one statement. */
const AT_ONCE = 500;
/** Older histories say little about what is watched now. */
const HISTORY_MS = 548 * 24 * 3600_000;

export interface LearningOptions {
  readonly db: Connection;
  readonly transact: Transact;
  readonly clock: Clock;
  readonly startLearner: StartLearner;
  readonly mostTitles?: number;
}

/** The histories of all accounts, in parts. An account that left, or a profile that asked to be left out, has none. */
async function* readHistories(
  { db, clock }: LearningOptions,
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly number[])[][]> {
  const since = new Date(clock.now().getTime() - HISTORY_MS);
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const accountIds: string[] = await listAccountsAfter(db, after, AT_ONCE);
    if (accountIds.length === 0) return;
    after = accountIds.at(-1)!;
    const byAccount = new Map<string, number[][]>();
    for (const { account_id: id, ids } of await listHistories(db, accountIds, since))
      byAccount.set(id, [...(byAccount.get(id) ?? []), JSON.parse(`[${ids}]`) as number[]]);
    yield [...byAccount.values()];
  }
}

/** The titles that are learnt about. Only where there are too many are they counted first. */
async function chooseTitles(options: LearningOptions, signal: AbortSignal): Promise<number[]> {
  const { db, mostTitles = MOST_TITLES } = options;
  const titles = await listListedTitles(db);
  if (titles.length <= mostTitles) return titles;
  const counts = new Map(titles.map((id) => [id, 0]));
  for await (const accounts of readHistories(options, signal))
    for (const id of accounts.flat(2)) if (counts.has(id)) counts.set(id, counts.get(id)! + 1);
  return titles
    .sort((one, other) => counts.get(other)! - counts.get(one)! || one - other)
    .slice(0, mostTitles)
    .sort((one, other) => one - other);
}

/** @returns undefined where too few accounts have a history for anything to be learnt. */
async function learnFrom(
  options: LearningOptions,
  titles: readonly number[],
  signal: AbortSignal,
): Promise<LearntOutcome | undefined> {
  const numberOf = new Map(titles.map((id, index) => [id, index]));
  const numbersOf = (ids: readonly number[]) => ids.flatMap((id) => numberOf.get(id) ?? []);
  let learner: Learner | undefined;
  let waiting: AccountHistory[] = [];
  const stop = () => learner?.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const accounts of readHistories(options, signal)) {
      waiting.push(...accounts.map((profiles) => profiles.map(numbersOf)));
      if (!learner && waiting.length < FEWEST_ACCOUNTS) continue;
      learner ??= options.startLearner(titles.length);
      await learner.add(waiting);
      waiting = [];
    }
    return await learner?.learn();
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Adds likeness by properties to what was learnt, of each title of which something was. */
async function blendAll(
  { db }: LearningOptions,
  titles: readonly number[],
  { profiles, learnt }: LearntOutcome,
): Promise<Map<number, AlikeTitles>> {
  const idOf = (index: number) => titles[index]!;
  const known = new Map(titles.map((id, index) => [id, knownOf(profiles[index]!)]));
  const byProperties = await compareTitles(db, [...learnt.keys()].map(idOf), await countListed(db));
  const scale = { known, best: usualBest(byProperties.values()) };
  return new Map(
    [...learnt].map(([index, { ids, scores }]) => {
      const id = idOf(index);
      return [id, blend(id, { learnt: { ids: ids.map(idOf), scores }, byProperties: byProperties.get(id) }, scale)];
    }),
  );
}

/** Learns which titles are watched together, and replaces what was learnt before. A run that is cut off changes nothing. */
export async function learnLikeness(options: LearningOptions, signal: AbortSignal): Promise<void> {
  const { db, transact, clock } = options;
  const titles = await chooseTitles(options, signal);
  const outcome = await learnFrom(options, titles, signal);
  const all = outcome ? await blendAll(options, titles, outcome) : new Map<number, AlikeTitles>();
  signal.throwIfAborted();
  if (all.size === 0 && !(await hasLearnt(db))) return;
  await transact(async (tx) => {
    await lockSetting(tx, LOCK_SETTING, '');
    await replaceLearnt(tx, all, clock.now());
    // Processes cache likeness for as long as the catalogue's version is the same.
    await publishChange(tx, [], clock.now());
  });
}

/** At four in the morning in Korea. */
const AT_SECOND = 19 * 3600;

export const learningJob = (options: LearningOptions): ServiceJob => ({
  name: 'learning likeness',
  everySeconds: 24 * 3600,
  atSecond: AT_SECOND,
  leaseSeconds: 60,
  longestSeconds: 4 * 3600,
  run: ({ signal }) => learnLikeness(options, signal),
});
