import { ROUTES } from '#tests/certification/routes.ts';
import { expect } from '../fixtures.ts';
import type { Call, Fate } from './go-between.ts';
import { expectNoFaults, SEED, test } from './walk.ts';

const ROUNDS = Number(process.env['WALK_ROUNDS'] ?? 60);

/** Elements whose press changes data instead of navigating; and 홈, which resets the history. */
const CHANGES =
  /^(navigation\/home|item\/(wish|rate|primary)|home\/play|library\/undo|search\/clear|search\/recent\/.*|settings\/(playback|notifications|accessibility|profiles\/keep).*|profiles\/keep|failed\/.*|write-review.*|profile-edit\/.*|change.*|server-address.*|offline.*)$/
    .source;

/** Lists whose order is fixed. */
const KEEPS_ORDER = /episodes|products|profiles|sessions|filters/;

const turned = (list: readonly unknown[]) => [...list.slice(1), ...list.slice(0, 1)];

/** Each row of home contains a list. */
const withTurnedRow = (entry: unknown) =>
  entry !== null && typeof entry === 'object' && 'results' in entry && Array.isArray(entry.results)
    ? { ...entry, results: turned(entry.results) }
    : entry;

/** Returns lists in another order on every repeated request. */
function createTurningLists() {
  const asked = new Map<string, number>();
  return ({ url, isRead }: Call): Fate => {
    const times = asked.get(url) ?? 0;
    asked.set(url, times + 1);
    if (!isRead || times % 2 === 0 || KEEPS_ORDER.test(url)) return {};
    return { change: (list) => ({ ...list, results: turned(list.results.map(withTurnedRow)) }) };
  };
}

/** Screens with elements that navigate; the others are forms. */
const FORMS = ['player', 'server-address', 'password', 'profile-edit', 'membership'];
const PLACES = [...ROUTES.filter(([, screen]) => !FORMS.includes(screen)), ['/home', 'home'] as const];

test('Back returns exactly to where OK was pressed, on every screen', async ({ home: tv, goBetween }) => {
  goBetween.setFate(createTurningLists());
  // Start from every screen: a random walk does not visit them all.
  for (const [index, [path, screen]] of PLACES.entries()) {
    await tv.goTo(path, screen);
    const options = { seed: SEED + index, rounds: Math.ceil(ROUNDS / PLACES.length), avoid: CHANGES };
    const report = await tv.page.evaluate((walk) => window.pageWalker.thereAndBack(walk), options);
    expectNoFaults(report);
    expect(Object.keys(report.counts).join(), path).toContain(`${screen} > `);
  }
});
