import type { Entry, Ledger } from '../ledger.ts';
import type { Stored } from '../stored.ts';
import { possibleValues, type Write } from './registers.ts';

/** A register and the value that a call writes into it. */
interface Choice {
  register: string;
  value: string | null;
}

const GONE = null;
const THERE = 'there';

/** The lasting choice that a call makes; undefined for other calls. */
function choiceOf({ call, accountId, profileId, params, body }: Entry): Choice | undefined {
  const own = (kind: string) => `${kind} ${profileId} ${String(params['id'])}`;
  switch (call) {
    case 'rateItem':
      return { register: own('rating'), value: String((body as { score: number }).score) };
    case 'unrateItem':
      return { register: own('rating'), value: GONE };
    case 'addWish':
      return { register: own('wish'), value: THERE };
    case 'removeWish':
      return { register: own('wish'), value: GONE };
    case 'writeShortReview':
      return { register: own('review'), value: (body as { short_review: string }).short_review };
    case 'likeShortReview':
      return { register: own('like'), value: THERE };
    case 'unlikeShortReview':
      return { register: own('like'), value: GONE };
    case 'askForItem':
      return { register: `request ${accountId} ${String(params['id'])}`, value: THERE };
    default:
      return undefined;
  }
}

/** The choices in the database, by register. */
const storedChoices = (stored: Stored): Map<string, string> =>
  new Map([
    ...stored.ratings.map((row) => [`rating ${row.profile_id} ${row.item_id}`, String(row.score)] as const),
    ...stored.wishes.map((row) => [`wish ${row.profile_id} ${row.item_id}`, THERE] as const),
    ...stored.reviews.map((row) => [`review ${row.profile_id} ${row.item_id}`, row.short_review] as const),
    ...stored.likes.map((row) => [`like ${row.profile_id} ${row.review_id}`, THERE] as const),
    ...stored.requests.map((row) => [`request ${row.account_id} ${row.item_id}`, THERE] as const),
  ]);

/** Compares ratings, wishes, reviews, likes and requests with what the sets wrote. */
export function compareChoices(ledger: Ledger, stored: Stored): string[] {
  const written = new Map<string, Write[]>();
  for (const entry of ledger.entries) {
    const choice = choiceOf(entry);
    if (!choice) continue;
    const writes = written.get(choice.register) ?? [];
    writes.push({ ...entry, value: choice.value });
    written.set(choice.register, writes);
  }
  const found = storedChoices(stored);
  const unknown = [...found.keys()].filter((register) => !written.has(register));
  const wrong = [...written].flatMap(([register, writes]) => {
    const value = found.get(register) ?? GONE;
    const possible = possibleValues(writes, GONE);
    return possible.has(value) ? [] : [`${register}: stored ${value}, written ${[...possible].join(' or ')}`];
  });
  return [...unknown.map((register) => `${register}: stored, and nobody wrote it`), ...wrong];
}
