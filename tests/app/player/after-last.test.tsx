import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getVideo } from '#contract/playback.ts';
import { listRelatedItems } from '#contract/related.ts';
import { startAtHome } from '#tests/support/app/app.tsx';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';

/** Plays a film, which has one episode, from its page. */
async function playFilm({ isHeld = false } = {}) {
  const app = await startAtHome({ hash: `#/items/${DEMO.haenyeoBreath}` });
  await app.reach('item');
  await waitFor(() => expect(app.wire.answered(/\/related\//)).toBe(1));
  const release = isHeld ? app.wire.hold(/\/related\//) : () => undefined;
  await app.press('ok');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', 0));
  if (!isHeld) await waitFor(() => expect(app.wire.answered(/\/related\//)).toBe(2));
  await act(async () => engine.report('ended', 1_440));
  await screen.findByRole('dialog', { name: '끝까지 봤어요' });
  return { app, release };
}

const proposals = () => screen.queryByText('다음에 볼 만한 작품');

test('after the last episode, one press opens the most similar title, and Back goes to the title that was watched', async () => {
  const { app } = await playFilm();
  expect(within(screen.getByRole('dialog')).getByText('다음에 볼 만한 작품')).toBeInTheDocument();
  const params = { id: String(DEMO.haenyeoBreath) };
  const { results } = await app.api.call(listRelatedItems, { params, query: { limit: '1' } });
  const [first] = results;
  expect(app.focused()).toHaveAccessibleName(new RegExp(`^${first!.name}`));
  await app.press('ok');
  await app.reach('item');
  expect(window.location.hash).toBe(`#/items/${first!.id}`);
  await app.press('back');
  await waitFor(() => expect(window.location.hash).toBe(`#/items/${DEMO.haenyeoBreath}`));
});

test('a playback of a proposed title says that it followed a last episode', async () => {
  const { app } = await playFilm();
  await app.press('ok');
  await app.reach('item');
  await waitFor(() => expect(app.focusKey()).toBe('item/primary'));
  const call = vi.spyOn(app.api, 'call');
  await app.press('ok');
  const asked = { query: { device: 'web', row: 'after' } };
  await waitFor(() => expect(call).toHaveBeenCalledWith(getVideo, expect.objectContaining(asked)));
});

test('nothing plays by itself, and Back leaves the proposals to the title', async () => {
  const { app } = await playFilm();
  await app.press('up');
  expect(app.focused()).toHaveAccessibleName('나가기');
  expect(app.engines).toHaveLength(1);
  await app.press('back');
  await waitFor(() => expect(window.location.hash).toBe(`#/items/${DEMO.haenyeoBreath}`));
});

test('without an answer in time there is the usual question, which does not change later', async () => {
  const { app, release } = await playFilm({ isHeld: true });
  expect(proposals()).toBeNull();
  expect(app.focused()).toHaveAccessibleName('나가기');
  await act(async () => release());
  await waitFor(() => expect(app.wire.answered(/\/related\//)).toBe(2));
  expect(proposals()).toBeNull();
});
