import { errorCodes } from '#contract/errors.ts';
import { createDice } from '#tests/support/page-walker/dice.ts';
import type { Call, Fate } from './go-between.ts';
import { expectNoFaults, SEED, startAnew, test } from './walk.ts';

const KEYS = Number(process.env['WALK_KEYS'] ?? 10_000);
/** Of these, before anybody has signed in. */
const KEYS_OUTSIDE = Math.round(KEYS / 20);

/** What ends the walk, or takes away what it walks on: other tests press these. */
const WAYS_OUT = '^(exit/exit|sign-out/sign-out|remove/remove|server-address/done|settings/devices/.*)$';

const failure = (status: number, code: 'INTERNAL' | 'NOT_FOUND') => ({
  status,
  json: { code, message: errorCodes[code].message },
});
const isItem = (path: string) => /\/items\/v1\/\d+\/$/.test(path);

/** Answers that fail, come late, or have lost something. */
function createBadDays() {
  const { next } = createDice(SEED);
  const failuresLeft = new Map<string, number>();
  return ({ path, isRead }: Call): Fate => {
    if (path.includes('/status/') || path.includes('/accounts/')) return {};
    const left = failuresLeft.get(path) ?? 0;
    failuresLeft.set(path, Math.max(0, left - 1));
    const chance = next();
    // As often as it is tried: then the screen has to say so.
    if (left === 0 && chance < 0.03) failuresLeft.set(path, 2);
    if (left > 0 || chance < 0.06) return { failure: failure(500, 'INTERNAL') };
    if (chance < 0.08 && isRead && isItem(path)) return { failure: failure(404, 'NOT_FOUND') };
    const late = chance < 0.2 ? { delayMs: 20 + next() * 300 } : {};
    if (chance < 0.26 || chance > 0.3 || !isRead) return late;
    return {
      ...late,
      change(list) {
        const results = list.results.filter(() => next() > 0.3);
        const lost = list.results.length - results.length;
        return { ...list, ...(list.count === undefined ? {} : { count: list.count - lost }), results };
      },
    };
  };
}

test('after every key of a random walk one thing that can be seen and is named has the focus', async ({
  tv,
  server,
  goBetween,
}) => {
  const { page } = tv;
  const walk = (seed: number, keys: number) =>
    page.evaluate((options) => window.pageWalker.stroll(options), { seed, keys, avoid: WAYS_OUT });
  await tv.reach('sign-in');
  expectNoFaults(await walk(SEED, KEYS_OUTSIDE));
  await startAnew(page, server.url);
  await tv.toHome();
  goBetween.setFate(createBadDays());
  expectNoFaults(await walk(SEED + 1, KEYS - KEYS_OUTSIDE));
});
