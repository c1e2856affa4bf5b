import { errorCodes } from '#contract/errors.ts';
import { createDice } from '#tests/support/page-walker/dice.ts';
import { slowDown } from '#tests/support/slow-processor.ts';
import type { Call, Fate } from './go-between.ts';
import { expectNoFaults, SEEDS, startFresh, test } from './walk.ts';

/** Approximate number of keys of all walks together. */
const KEYS = Number(process.env['WALK_KEYS'] ?? 6_000);
/** One in this many keys is pressed before the sign-in. */
const OUTSIDE = 20;

/** Elements that would end the walk or remove its data; other tests press them. */
const WAYS_OUT = '^(exit/exit|sign-out/sign-out|remove/remove|server-address/done|settings/devices/.*)$';

const failure = (status: number, code: 'INTERNAL' | 'NOT_FOUND') => ({
  status,
  json: { code, message: errorCodes[code].message },
});
const isItem = (path: string) => /\/items\/v1\/\d+\/$/.test(path);

/** What networks and caches answer in place of media. */
const NO_MEDIA = [
  { type: 'text/html', body: '<html>로그인해 주세요</html>' },
  { type: 'video/mp4', body: '' },
  { type: 'video/mp4', body: '{"error": "not here"}' },
];

/** Makes answers fail, arrive late, lose rows, or be something else than media. */
function createBadDays(seed: number) {
  const { next } = createDice(seed);
  const failuresLeft = new Map<string, number>();
  return ({ path, isRead }: Call): Fate => {
    if (path.startsWith('/media/')) {
      const media = next() < 0.1 ? NO_MEDIA[Math.floor(next() * NO_MEDIA.length)] : undefined;
      return media ? { media } : {};
    }
    if (path.includes('/status/') || path.includes('/accounts/')) return {};
    const left = failuresLeft.get(path) ?? 0;
    failuresLeft.set(path, Math.max(0, left - 1));
    const chance = next();
    // Fail the retries too, so that the screen has to show an error.
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

/** The slow walk's processor against this machine's. */
const SLOWNESS = 2;

SEEDS.forEach((seed, index) => {
  // The last of several walks has a slow processor, so that answers and keys meet at other moments.
  const isSlow = index > 0 && index === SEEDS.length - 1;
  const keys = Math.round(KEYS / SEEDS.length / (isSlow ? 2 : 1));
  const keysOutside = Math.round(keys / OUTSIDE);

  test(`one visible, named element has the focus after every key of walk ${seed}${isSlow ? ' on a slow processor' : ''}`, async ({
    tv,
    server,
    goBetween,
  }) => {
    const { page } = tv;
    const walk = async (from: number, count: number) => {
      const options = { seed: from, keys: count, avoid: WAYS_OUT };
      expectNoFaults(await page.evaluate((asked) => window.pageWalker.stroll(asked), options), seed);
    };
    if (isSlow) await slowDown(page, SLOWNESS);
    await tv.reach('sign-in');
    await walk(seed, keysOutside);
    await startFresh(page, server.url);
    await tv.toHome();
    goBetween.setFate(createBadDays(seed));
    await walk(seed + 1, keys - keysOutside);
  });
});
