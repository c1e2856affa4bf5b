import { act, cleanup, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { signIn } from '#src/api/accounts.ts';
import { DEMO, startApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';
import { listenToPage } from '../certification/voice-guide.ts';
import type { Tracks } from '#src/player/index.ts';
import { answerCheckout } from '#tests/support/app/pay-on-phone.ts';
import { setServerUrl } from '#tests/support/server/server-url.ts';
import type { Television } from './robot.ts';
import type { Task } from './tasks.ts';

/** Signs of waiting, which a listener hears as "불러오는 중이에요". */
const WAITING = '[role="status"][aria-label="불러오는 중이에요"], [aria-busy="true"]';
const ADDRESSES: Partial<Record<Task['start'], { hash: string; screen: string }>> = {
  title: { hash: `#/items/${DEMO.lastTrain}`, screen: 'item' },
  reviews: { hash: `#/items/${DEMO.lastTrain}/reviews`, screen: 'reviews' },
  player: { hash: `#/play/${DEMO.lastTrainFirst}`, screen: 'player' },
  settings: { hash: '#/settings', screen: 'settings' },
  library: { hash: '#/library', screen: 'library' },
};

/** The tracks of every video. */
const TRACKS: Tracks = {
  subtitles: {
    available: [
      { key: 'ko', label: '한국어' },
      { key: 'en', label: 'English' },
    ],
    active: 'ko',
  },
  drawings: { available: [], active: null },
  audio: {
    available: [
      { key: 'ko', label: '한국어' },
      { key: 'ko/description', label: '한국어 (화면 해설)' },
    ],
    active: 'ko',
  },
  quality: { available: [720, 360], active: null },
};

/** Reports the tracks, and each choice among them, as a decoder does. */
function startTracks(engine: FakeEngine) {
  let tracks = TRACKS;
  const report = (change: Partial<Tracks>) => {
    tracks = { ...tracks, ...change };
    engine.emit({ type: 'tracks', tracks });
  };
  engine.selectSubtitle = (active) => report({ subtitles: { ...tracks.subtitles, active } });
  engine.selectAudio = (active) => report({ audio: { ...tracks.audio, active } });
  engine.selectQuality = (active) => report({ quality: { ...tracks.quality, active } });
  report({});
}

/** Time of the app's clock that one more moment of listening takes, in ms. */
const MOMENT_MS = 500;

export interface EyesFreeTelevision extends Television {
  /** The lines at the start of the task. */
  readonly first: readonly string[];
  /** Removes the app, and waits for the answers of its last calls: a player reports where it ended. */
  close(): Promise<void>;
}

/**
 * The whole app with a real server and the voice guide on. What it returns is spoken: the robot gets no access to the
 * page.
 */
export async function openTelevision(start: Task['start'], serverUrl: string): Promise<EyesFreeTelevision> {
  const clock = createFakeClock();
  const platform = createFakePlatform();
  platform.setVoiceGuide(true);
  setServerUrl(serverUrl);
  const app = startApp({ platform, clock, serverUrl });
  const guide = listenToPage(document);
  let started = 0;
  let checkoutUrl: string | null = null;
  const { call } = app.api;
  app.api.call = (async (...args: Parameters<typeof call>) => {
    const answer: unknown = await call(...args);
    if (typeof answer === 'object' && answer !== null && 'checkout_url' in answer)
      checkoutUrl = String(answer.checkout_url);
    return answer;
  }) as typeof call;

  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  /** Waits until no call is in flight and nothing is loading. A video starts at once. */
  const settle = async () => {
    for (let quiet = 0, turns = 0; quiet < 3; turns += 1) {
      await turn();
      const engine = app.engines[started];
      if (engine && engine.loads.length > 0) {
        started += 1;
        await act(async () => engine.report('playing', engine.loads[0]?.startAtSeconds ?? 0));
        await act(async () => startTracks(engine));
      }
      const isBusy = app.wire.pending() > 0 || document.querySelector(WAITING) !== null;
      quiet = isBusy ? 0 : quiet + 1;
      if (turns > 2_000) throw new Error('the television stays busy');
    }
  };
  const spoken = async () => {
    await settle();
    return guide.heard();
  };

  await app.reach('sign-in');
  if (start !== 'signed-out') {
    // A second device, to sign out.
    await signIn(app.api, DEMO.email, DEMO.password, { platform: 'tizen', model: 'QN55' });
    await act(async () => {
      const { token } = await signIn(app.api, DEMO.email, DEMO.password, { platform: 'web' });
      app.stores.session.getState().signIn(token);
    });
    await app.reach('profiles');
  }
  if (start !== 'signed-out' && start !== 'profiles') {
    await app.press('ok');
    await app.reach('home');
    const address = ADDRESSES[start];
    if (address) {
      await act(async () => void (window.location.hash = address.hash));
      await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe(address.screen));
    }
  }
  await settle();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));

  return {
    async close() {
      cleanup();
      await waitFor(() => expect(app.wire.pending()).toBe(0));
    },
    first: guide.heard(),
    async press(key) {
      await act(async () => platform.press(key));
      return spoken();
    },
    async hold() {
      await act(async () => platform.keyDown('ok'));
      await act(() => clock.pass(1_000));
      await act(async () => platform.keyUp('ok'));
      return spoken();
    },
    usePhone: () => answerCheckout(checkoutUrl, 'approve'),
    async listen() {
      await act(() => clock.pass(MOMENT_MS));
      return spoken();
    },
  };
}
