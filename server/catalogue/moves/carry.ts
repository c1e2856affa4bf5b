import { z } from 'zod';
import { catalogueIdSchema, instantSchema, uuidSchema } from '#contract/values.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import { LOCK_SETTING } from '#server/catalogue/editing/lock.ts';
import { listAccountsAfter } from '#server/catalogue/learning/history-store.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';
import { carryRows, findTitleOfMoved } from './moves-store.ts';

/*
 * Rows of accounts (places, histories, orders, notifications) name the title of their episode. After a move they follow it, a
 * part of the accounts at a time. A second pass takes the rows that a process wrote while it still knew the old title.
 */

/** The moves whose rows have not all followed, the oldest first. */
const MOVES_SETTING = 'episode-moves';
/** More moves wait for the ones before. */
export const MOST_MOVES = 200;
const ACCOUNTS = 500;
/** A process knows of a move with its next call; this is many times as long. In ms. */
const AGAIN_AFTER_MS = 5 * 60_000;

const movesSchema = z.array(
  z.strictObject({
    episode: catalogueIdSchema,
    /** Id of the last account whose rows name the new title; null before the first. */
    after: z.nullable(uuidSchema),
    /** When the pass may begin. */
    at: instantSchema,
    isLast: z.boolean(),
  }),
);
type Move = z.output<typeof movesSchema>[number];

const readMoves = async (tx: Connection): Promise<Move[]> =>
  movesSchema.parse(JSON.parse((await findSetting(tx, MOVES_SETTING)) ?? '[]'));
const saveMoves = (tx: Connection, moves: readonly Move[]) => setSetting(tx, MOVES_SETTING, JSON.stringify(moves));

/** Notes a move, in its own transaction. @returns false when too many others wait. */
export async function noteMove(tx: Connection, episode: number, now: Date): Promise<boolean> {
  await lockSetting(tx, MOVES_SETTING, '[]');
  const others = (await readMoves(tx)).filter((move) => move.episode !== episode);
  if (others.length >= MOST_MOVES) return false;
  await saveMoves(tx, [...others, { episode, after: null, at: now.toISOString(), isLast: false }]);
  return true;
}

interface CarryOptions {
  transact: Transact;
  clock: Clock;
  accounts?: number;
}

/** Carries the rows of the next accounts. @returns whether another part is due. */
async function carryPart({ transact, clock, accounts = ACCOUNTS }: CarryOptions): Promise<boolean> {
  return transact(async (tx) => {
    const now = clock.now();
    await lockSetting(tx, LOCK_SETTING, '');
    await lockSetting(tx, MOVES_SETTING, '[]');
    const moves = await readMoves(tx);
    const isDue = ({ at }: Move) => new Date(at) <= now;
    const move = moves.find(isDue);
    if (!move) return false;
    const titleId = await findTitleOfMoved(tx, move.episode);
    const accountIds = titleId === undefined ? [] : await listAccountsAfter(tx, move.after, accounts);
    if (titleId !== undefined && accountIds.length > 0)
      await carryRows(tx, accountIds, { episodeId: move.episode, titleId });
    const others = moves.filter((one) => one !== move);
    const isPassed = accountIds.length < accounts;
    // Homes of viewers whose rows have followed are made again.
    if (isPassed && titleId !== undefined) await publishChange(tx, [titleId], now);
    const again = { ...move, after: null, at: new Date(now.getTime() + AGAIN_AFTER_MS).toISOString(), isLast: true };
    const left = isPassed
      ? [...others, ...(move.isLast || titleId === undefined ? [] : [again])]
      : [{ ...move, after: accountIds.at(-1)! }, ...others];
    await saveMoves(tx, left);
    return left.some(isDue);
  });
}

/** Carries rows until none is due or the signal aborts. */
export async function carryMoved(options: CarryOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if (!(await carryPart(options))) return;
}
