import type { Call, Fate } from './go-between.ts';
import { expectNoFaults, SEED, test } from './walk.ts';

const ROUNDS = Number(process.env['WALK_ROUNDS'] ?? 100);

/** What changes the thing itself and not where one is, and 홈, which begins anew: not on the way to somewhere and back. */
const CHANGES =
  /^(navigation\/home|item\/(wish|rate|primary)|home\/play|library\/undo|search\/clear|search\/recent\/.*|settings\/(playback|accessibility|profiles\/keep).*|profiles\/keep|failed\/.*|write-review.*|profile-edit\/.*|change.*|server-address.*|offline.*)$/
    .source;

/** Lists with an order of their own, which is nobody's to change. */
const KEEPS_ORDER = /episodes|products|profiles|sessions|filters/;

const turned = (list: readonly unknown[]) => [...list.slice(1), ...list.slice(0, 1)];

/** A row of home has a list in it. */
const withTurnedRow = (entry: unknown) =>
  entry !== null && typeof entry === 'object' && 'results' in entry && Array.isArray(entry.results)
    ? { ...entry, results: turned(entry.results) }
    : entry;

/** Whatever is asked for again comes in another order. */
function createTurningLists() {
  const asked = new Map<string, number>();
  return ({ url, isRead }: Call): Fate => {
    const times = asked.get(url) ?? 0;
    asked.set(url, times + 1);
    if (!isRead || times % 2 === 0 || KEEPS_ORDER.test(url)) return {};
    return { change: (list) => ({ ...list, results: turned(list.results.map(withTurnedRow)) }) };
  };
}

test('Back leads exactly to where OK was pressed, whatever came in between', async ({ tv, goBetween }) => {
  await tv.toHome();
  goBetween.setFate(createTurningLists());
  const options = { seed: SEED, rounds: ROUNDS, avoid: CHANGES };
  expectNoFaults(await tv.page.evaluate((walk) => window.pageWalker.thereAndBack(walk), options));
});
