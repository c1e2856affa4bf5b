import { expect, test } from 'vitest';
import type { Preview } from '#contract/preview.ts';
import { startHomeTiles } from '#src/app/effects/home-tiles.ts';
import type { Client } from '#src/api/client/client.ts';
import { createWritable } from '#src/player/index.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';
import { buildProfile } from '#tests/support/build.ts';

const MINUTE = 60_000;

function start({ isRefused = false } = {}) {
  const stops: (() => void)[] = [];
  expectNothingLeft(() => stops.forEach((stop) => stop()));
  const clock = createFakeClock();
  const session = createSessionStore(createMemoryStorage());
  const shown: (string | null)[] = [];
  const spoken = createWritable<object | null>(null);
  let calls = 0;
  const call = () => {
    calls += 1;
    const preview = { expires: 1, sections: [{ title: `${session.getState().lastProfile?.token} ${calls}` }] };
    return isRefused ? Promise.reject(new Error('no answer')) : Promise.resolve(preview as unknown as Preview);
  };
  const begin = () => {
    const stop = startHomeTiles({
      tiles: { show: (document) => shown.push(document === null ? null : titleOf(document)) },
      api: { call } as unknown as Client,
      session,
      spoken,
      clock,
    });
    stops.push(stop);
    return stop;
  };
  return {
    begin,
    session: () => session.getState(),
    shown,
    /** Lets answers arrive. */
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
    advance: (ms: number) => clock.advance(ms),
    play: () => spoken.set({}),
    endPlayback: () => spoken.set(null),
  };
}
const titleOf = (document: string) => (JSON.parse(document) as { sections: { title: string }[] }).sections[0]!.title;
const adult = (id: string) => buildProfile({ id, max_rating: '19', has_pin: false });

test('a viewer’s tiles are shown at the start and after a playback, at least ten minutes apart', async () => {
  const app = start();
  app.session().signIn('account');
  app.session().chooseProfile('mine', adult('1'));
  app.begin();
  await app.settle();
  expect(app.shown).toEqual(['mine 1']);
  app.play();
  app.endPlayback();
  app.advance(9 * MINUTE);
  await app.settle();
  expect(app.shown).toHaveLength(1);
  app.advance(2 * MINUTE);
  await app.settle();
  expect(app.shown).toEqual(['mine 1', 'mine 2']);
});

test('tiles go at once with the viewer, and again when the set listens; the next profile’s follow then', async () => {
  const app = start();
  app.session().signIn('account');
  app.session().chooseProfile('mine', adult('1'));
  app.begin();
  await app.settle();
  app.session().leaveProfile();
  expect(app.shown).toEqual(['mine 1', null]);
  app.advance(11 * MINUTE);
  expect(app.shown).toEqual(['mine 1', null, null]);
  app.session().chooseProfile('yours', adult('2'));
  app.advance(11 * MINUTE);
  await app.settle();
  expect(app.shown).toEqual(['mine 1', null, null, 'yours 2']);
  app.session().signOut();
  expect(app.shown.at(-1)).toBeNull();
});

test('a limited profile and one with a PIN have no tiles', async () => {
  for (const limits of [{ max_rating: '15', has_pin: false } as const, { max_rating: '19', has_pin: true } as const]) {
    const app = start();
    app.session().signIn('account');
    app.session().chooseProfile('token', buildProfile(limits));
    app.begin();
    await app.settle();
    expect(app.shown).toEqual([null]);
  }
});

test('tiles without an account are removed after a minute; a viewer who signs in before has tiles at once', async () => {
  const [nobody, newcomer] = [start(), start()];
  for (const app of [nobody, newcomer]) {
    app.begin();
    app.advance(MINUTE - 1);
    expect(app.shown).toEqual([]);
  }
  nobody.advance(1);
  expect(nobody.shown).toEqual([null]);
  newcomer.session().signIn('account');
  newcomer.session().chooseProfile('mine', adult('1'));
  newcomer.advance(1);
  await newcomer.settle();
  expect(newcomer.shown).toEqual(['mine 1']);
});

test('a profile that gets an age limit loses its tiles', async () => {
  const app = start();
  app.session().signIn('account');
  app.session().chooseProfile('mine', adult('1'));
  app.begin();
  await app.settle();
  app.session().updateProfile(buildProfile({ id: '1', max_rating: '12', has_pin: false }));
  expect(app.shown).toEqual(['mine 1', null]);
});

test('the last profile’s tiles stay until the viewer chooses, and when the server does not answer', async () => {
  const app = start({ isRefused: true });
  app.session().signIn('account');
  app.session().chooseProfile('mine', adult('1'));
  app.begin();
  await app.settle();
  expect(app.shown).toEqual([]);
});

test('tiles that arrive after the viewer has signed out are not shown', async () => {
  const app = start();
  app.session().signIn('account');
  app.session().chooseProfile('mine', adult('1'));
  app.begin();
  app.session().signOut();
  await app.settle();
  expect(app.shown).toEqual([null]);
});
