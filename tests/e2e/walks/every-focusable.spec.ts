import type { Page } from '@playwright/test';
import type { WalkKey } from '#tests/support/page-walker/hand.ts';
import { DEMO } from '#tests/support/tv.ts';
import { expect } from '../fixtures.ts';
import { startFresh, test } from './walk.ts';

/** Screens to explore: name, address, and keys that lead on from there. */
const PLACES: readonly (readonly [screen: string, path: string, ...WalkKey[]])[] = [
  ['home', '/home'],
  ['home', '/home', 'down', 'down'],
  ['home', '/home', 'back'],
  ['weekday', '/weekday'],
  ['themes', '/themes'],
  ['theme', '/themes/1'],
  ['browse', '/browse'],
  ['browse', '/browse', 'ok'],
  ['search', '/search'],
  ['library', '/library'],
  ['library', '/library', 'right'],
  ['library', '/library', 'right', 'right'],
  ['library', '/library', 'right', 'right', 'right'],
  ['library', '/library', 'right', 'right', 'right', 'right'],
  ['library', '/library', 'right', 'right', 'right', 'right', 'right'],
  ['library', '/library', 'right', 'right', 'right', 'right', 'right', 'right'],
  ['item', `/items/${DEMO.twelveWaves}`],
  ['item', `/items/${DEMO.twelveWaves}`, 'down', 'down'],
  ['item', `/items/${DEMO.twelveWaves}`, 'yellow'],
  ['item', `/items/${DEMO.puffingIsland}`],
  ['reviews', `/items/${DEMO.twelveWaves}/reviews`],
  ['error', '/items/999999'],
  ['notifications', '/notifications'],
  ['settings', '/settings'],
  ['settings', '/settings', 'down'],
  ['settings', '/settings', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down', 'down', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down', 'down', 'down', 'down', 'down'],
  ['settings', '/settings', 'down', 'down', 'down', 'down', 'down', 'down', 'down', 'down'],
  ['settings', '/settings/devices'],
  ['server-address', '/settings/server'],
  ['password', '/settings/password'],
  ['membership', '/membership'],
  ['profile-edit', '/profiles/new'],
  // A profile, and its minutes a day.
  ['settings', '/settings', 'down', 'right', 'ok'],
  ['settings', '/settings', 'down', 'right', 'ok', 'down', 'down', 'down', 'ok'],
  ['home', '/home', 'ok', 'down'],
  ['home', '/home', 'ok', 'red'],
  ['home', '/home', 'ok', 'green'],
  ['home', '/home', 'ok', 'yellow'],
];
/** Arrow presses per screen. */
const PRESSES = 600;

const press = async (page: Page, key: WalkKey) => {
  await page.evaluate((pressed) => window.pageWalker.press(pressed), key);
  await page.evaluate(() => window.pageWalker.rest());
};

/** Lists visible elements that arrows cannot reach or leave. */
async function lookRound(page: Page, name: string): Promise<string[]> {
  await page.evaluate(() => window.pageWalker.rest());
  const report = await page.evaluate((presses) => window.pageWalker.explore({ presses }), PRESSES);
  console.log(`  ${name}: ${report.counts['reached']} reached with ${report.keys} keys`);
  return report.faults.map((fault) => `${name}: ${fault}`);
}

test('arrows reach every visible element of a screen and leave it again', async ({ tv, server }) => {
  const { page } = tv;
  const faults: string[] = [];
  await tv.reach('sign-in');
  faults.push(...(await lookRound(page, 'sign-in')));
  await startFresh(page, server.url);
  await tv.signIn();
  faults.push(...(await lookRound(page, 'profiles')));
  for (const keys of [
    ['right', 'ok'],
    ['down', 'down', 'down', 'down', 'ok'],
  ] as const) {
    for (const key of keys) await press(page, key);
    faults.push(...(await lookRound(page, `profiles ${keys.join(' ')}`)));
  }
  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('home');
  for (const [screen, path, ...keys] of PLACES) {
    // Navigate to an invalid address first, so that each place is a new visit.
    await page.evaluate(() => (location.hash = '/nowhere'));
    await tv.reach('home');
    await page.evaluate((to) => (location.hash = to), path);
    await tv.reach(screen);
    for (const key of keys) await press(page, key);
    faults.push(...(await lookRound(page, [path, ...keys].join(' '))));
    if (keys.length > 0) await press(page, 'back');
  }
  // A title for adults asks this account for a proof of age.
  await startFresh(page, server.url);
  await tv.giveAccount('free@bora.example', DEMO.password);
  await tv.reach('home');
  await tv.goTo(`/items/${DEMO.blackPlumSword}`, 'item');
  await press(page, 'ok');
  faults.push(...(await lookRound(page, `/items/${DEMO.blackPlumSword} ok`)));
  expect(faults, faults.join('\n')).toEqual([]);
});
