import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { episodeQuery } from '#src/api/catalogue.ts';
import { startPreparing, type PreparingParts } from '#src/app/prepare/start-preparing.ts';
import { createPaceStore } from '#src/stores/pace-store.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { buildEpisode, buildProfile } from '#tests/support/build.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const EPISODE_ID = 7;
const REST_MS = 400;

beforeEach(() => void vi.stubGlobal('window', { shaka: {} }));
afterEach(() => void vi.unstubAllGlobals());

/** A set on which everything allows preparing, and a button that plays an episode. */
function setUp({ navigator = {}, megabits = 10 as number | null } = {}) {
  const base = createFakePlatform();
  const platform = { ...base, network: { ...base.network, downlinkMegabits: () => megabits } };
  const clock = createFakeClock();
  const session = createSessionStore(platform.storage);
  const stores = {
    session,
    settings: createSettingsStore(platform.storage, session, platform.captions),
    pace: createPaceStore(),
  } as unknown as Stores;
  const document = Object.assign(new EventTarget(), { activeElement: null });
  const begun: AbortSignal[] = [];
  const call = vi.fn((_endpoint: unknown, _inputs: unknown, { signal }: { signal: AbortSignal }) => {
    begun.push(signal);
    // The answer never comes.
    return new Promise(() => undefined);
  });
  const api = { call } as unknown as PreparingParts['api'];
  const queryClient = new QueryClient();
  for (const id of [EPISODE_ID, 8])
    queryClient.setQueryData<unknown>(episodeQuery(api, id).queryKey, buildEpisode({ id }));
  const parts: PreparingParts = {
    api,
    queryClient,
    platform,
    stores,
    clock,
    prepare: () => undefined,
    page: { document, navigator } as unknown as PreparingParts['page'],
  };
  startPreparing(parts);
  const rest = async (episodeId: number | null = EPISODE_ID) => {
    const target = { dataset: episodeId === null ? {} : { plays: String(episodeId) } };
    document.dispatchEvent(Object.defineProperty(new Event('focusin'), 'target', { value: target }));
    clock.advance(REST_MS);
    await settled();
  };
  return { platform: base, stores, clock, rest, begun };
}

test('a set with room prepares what the focus rests on', async () => {
  const { rest, begun } = setUp();
  await rest();
  expect(begun).toHaveLength(1);
});

test.each([
  ['1 GB of memory', { navigator: { deviceMemory: 1 } }],
  ['a browser that saves data', { navigator: { connection: { saveData: true } } }],
  ['a mobile line', { navigator: { connection: { type: 'cellular' } } }],
  ['a slow line', { megabits: 3 }],
  ['an engine without an estimate of its line', { megabits: null }],
])('%s prepares nothing', async (_what, set) => {
  const { rest, begun } = setUp(set);
  await rest();
  expect(begun).toEqual([]);
});

test('a set that moves slowly prepares nothing, nor does a viewer who does not want it', async () => {
  const slow = setUp();
  slow.stores.pace.setState({ pace: 'slow' });
  await slow.rest();
  const unwanted = setUp();
  unwanted.stores.settings.getState().change({ preparePlayback: false });
  await unwanted.rest();
  expect([...slow.begun, ...unwanted.begun]).toEqual([]);
});

test('a set that warns of its memory frees what is prepared, and prepares nothing from then on', async () => {
  const { platform, rest, begun } = setUp();
  await rest();
  expect(begun[0]?.aborted).toBe(false);
  platform.warnOfMemory();
  expect(begun[0]?.aborted).toBe(true);
  await rest(8);
  expect(begun).toHaveLength(1);
});

test('what is prepared ends with the screen and with the profile', async () => {
  const { platform, stores, rest, begun } = setUp();
  await rest();
  platform.setHidden(true);
  expect(begun[0]?.aborted).toBe(true);
  platform.setHidden(false);
  await rest(8);
  stores.session.getState().chooseProfile('another', buildProfile({ id: 'another' }));
  expect(begun[1]?.aborted).toBe(true);
});
