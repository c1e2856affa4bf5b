import { expect, test, vi } from 'vitest';
import type { Client } from '#src/api/client/client.ts';
import { openReports } from '#src/features/playback/open-reports.ts';
import type { SessionStore } from '#src/stores/session-store.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

test.each([
  ['minsu', 'minsu', ['minsu-token']],
  ['jiwoo', 'minsu', []],
  [null, 'minsu', []],
])('while %s watches, a report of %s is sent with its own token or stays', async (now, watched, tokens) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const call = vi.fn((_endpoint: unknown, _request: object, options: { token?: string }) => Promise.resolve(options));
  const lastProfile = now === null ? null : { profile: { id: now }, token: `${now}-token` };
  const texts = new Map<string, string>();
  const queue = openReports({
    api: { call } as unknown as Client,
    session: { getState: () => ({ lastProfile }) } as unknown as SessionStore,
    storage: {
      get: (key) => texts.get(key) ?? null,
      set: (key, text) => void texts.set(key, text),
      remove: (key) => void texts.delete(key),
    },
    clock: createFakeClock(),
  });
  const entry = queue.open('a-play-log', watched);
  entry.save({ totalPlayTime: 40, playEndOffset: 50, isPlayerExit: true });
  entry.release();
  await queue.sendAll(watched);
  await settled();
  expect(call.mock.calls.map(([, , { token }]) => token)).toEqual(tokens);
  expect(queue.list()).toHaveLength(tokens.length === 0 ? 1 : 0);
});
