import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listEpisodes, listItems } from '#contract/catalogue.ts';
import { listProfiles } from '#contract/profiles.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { toHms } from '#contract/rules/hms.ts';
import { beginIdentity } from '#src/api/identity.ts';
import { requestVideo } from '#src/api/playback.ts';
import { createProfile, openProfile, updateProfile } from '#src/api/profiles.ts';
import { signedReturn } from '#server/providers/identity.ts';
import type { RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NEWCOMER_PASSWORD, startAsNewcomer } from '#tests/support/newcomer.ts';
import { serverUrl } from '#tests/support/server/server-url.ts';
import { TEST_IDENTITY } from '#tests/support/server/test-identity.ts';

const goTo = async (app: RunningApp, key: 'down' | 'left' | 'right', isThere: () => boolean) => {
  for (let step = 0; step < 9 && !isThere(); step += 1) await app.press(key);
  expect(isThere()).toBe(true);
};
const profilesOf = async ({ api }: RunningApp) => (await api.call(listProfiles, {})).results;

test('an adult sets the daily time and the bedtime of a profile by remote', async () => {
  const app = await startAsNewcomer('limits@bora.example');
  await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: '12' });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await app.press('down', 'ok', 'up');
  await goTo(app, 'right', () => /^아이/.test(app.focused().getAttribute('aria-label') ?? ''));
  await app.press('ok');
  await app.reach('profile-edit');
  await goTo(app, 'down', () => app.focusKey() === 'profile-edit/daily-minutes');
  expect(app.focused()).toHaveAccessibleName('하루 시청 시간, 제한 없음');
  await app.press('ok', 'down', 'down', 'ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('하루 시청 시간, 하루 1시간'));
  await app.press('down', 'ok');
  expect(screen.getByRole('dialog', { name: '몇 시부터 쉴까요?' })).toContainElement(app.focused());
  await app.press('down', 'ok');
  expect(screen.getByRole('dialog', { name: '오후 7시부터 몇 시까지 쉴까요?' })).toContainElement(app.focused());
  expect(app.focused()).toHaveAccessibleName(/^오전 7시/);
  await app.press('back', 'down', 'ok', 'ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('취침 시간, 오후 7시 30분 ~ 오전 7시'));
  expect((await profilesOf(app))[1]).toMatchObject({ daily_minutes: 60, bedtime: { from: '19:30', to: '07:00' } });
});

test('a profile asks not to be used for the proposals of everybody, and may change its mind', async () => {
  const app = await startAsNewcomer('proposals@bora.example');
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  await app.press('down', 'ok', 'up', 'ok');
  await app.reach('profile-edit');
  await goTo(app, 'down', () => app.focusKey() === 'profile-edit/proposals');
  expect(app.focused()).toHaveAccessibleName(/^추천에 쓰기, 사용 중/);
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^추천에 쓰기, 사용 안 함/));
  expect((await profilesOf(app))[0]).toMatchObject({ counts_for_proposals: false });
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^추천에 쓰기, 사용 중/));
  expect((await profilesOf(app))[0]).toMatchObject({ counts_for_proposals: true });
});

/** An account whose child has used up its minute, in the player. */
async function startOver(email: string, ownerPin: string | null, beforePlaying?: (app: RunningApp) => void) {
  const app = await startAsNewcomer(email);
  const [owner] = await profilesOf(app);
  if (ownerPin !== null) await updateProfile(app.api, owner!.id, { pin: ownerPin }, null);
  const { id } = await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: 'all' });
  await updateProfile(app.api, id, { daily_minutes: 1 }, null);
  const { token, profile } = await openProfile(app.api, id, null);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  await app.reach('home');
  const free = await freeEpisode(app);
  const { play_log_id: playLogId } = await requestVideo(app.api, free, 'web');
  const body = { total_play_time: toHms(60), play_end_offset: toHms(0), is_player_exit: true };
  await app.api.call(updatePlayLog, { params: { id: playLogId }, body });
  beforePlaying?.(app);
  await act(async () => void (window.location.hash = `#/play/${free}`));
  await waitFor(() => expect(app.focusKey()).toBe('watch-time/leave'));
  return app;
}

async function freeEpisode({ api }: RunningApp) {
  const { results: items } = await api.call(listItems, { query: {} });
  for (const { id } of items) {
    const { results } = await api.call(listEpisodes, { query: { item_id: String(id) } });
    const free = results.find(({ access }) => access.type === 'free');
    if (free) return free.id;
  }
  throw new Error('no free episode');
}

test('the end of the daily time is told gently, and the owner’s PIN adds 30 minutes', async () => {
  let release = () => undefined as void;
  const app = await startOver('over@bora.example', '2468', ({ wire }) => (release = wire.hold(/profiles\/v1\/list/)));
  expect(screen.getByRole('dialog', { name: '오늘은 여기까지 볼게요' })).toContainElement(app.focused());
  expect(screen.getByText('오늘 볼 수 있는 시간을 다 봤어요. 내일 다시 만나요.')).toBeVisible();
  await app.press('right');
  expect(app.focused()).toHaveAccessibleName('30분 더 보기 (보호자)');
  // Only the profiles say whether the owner has a PIN; the digits wait for them.
  await app.press('ok', '1', '1', '1', '1');
  await act(async () => release());
  expect(await screen.findByText('PIN이 맞지 않아요.')).toBeVisible();
  await app.press('2', '4', '6', '8');
  await waitFor(() => expect(app.engines.at(-1)?.loads).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the account’s password adds 30 minutes where no PIN is set; Back goes one step back, then out', async () => {
  const app = await startOver('over-too@bora.example', null);
  await app.press('right', 'ok');
  expect(await screen.findByRole('dialog', { name: '30분 더 보기' })).toContainElement(app.focused());
  await app.press('back');
  expect(app.focusKey()).toBe('watch-time/more');
  await app.press('ok');
  await act(async () => app.platform.type(`${NEWCOMER_PASSWORD}x`));
  await app.press('fast-forward');
  expect(await screen.findByText('비밀번호가 맞지 않아요.')).toBeVisible();
  await act(async () => app.platform.typeBackspace());
  await app.press('fast-forward');
  await waitFor(() => expect(app.engines.at(-1)?.loads).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a title for adults asks for a proof of age on the phone, and plays after it', async () => {
  const clock = createFakeClock();
  const app = await startAsNewcomer('adult@bora.example', { hash: `#/items/${DEMO.blackPlumSword}`, clock }, 'item');
  expect(app.focused()).toHaveAccessibleName('본인 확인하고 보기');
  await app.press('ok');
  expect(screen.getByRole('dialog', { name: '본인 확인이 필요해요' })).toContainElement(app.focused());
  expect(await screen.findByRole('img', { name: /QR/ })).toBeVisible();
  const state = new URL((await beginIdentity(app.api)).url!).pathname.split('/').at(-1)!;
  const given = { returnUrl: `${serverUrl()}/identity/return`, secret: TEST_IDENTITY.secret, at: Date.now() };
  await fetch(signedReturn(given, { state, outcome: 'adult' }));
  await act(() => clock.pass(2_000));
  expect(await screen.findByRole('dialog', { name: '본인 확인이 끝났어요' })).toContainElement(app.focused());
  await app.press('right', 'ok');
  await waitFor(() => expect(app.focused()).not.toHaveAccessibleName('본인 확인하고 보기'));
});

test('a forgotten PIN goes from the profile picker, on the phone', async () => {
  const clock = createFakeClock();
  const app = await startAsNewcomer('forgot@bora.example', { clock });
  const { id } = await createProfile(app.api, { name: '잠금', default_image_id: 3, pin: '1234' });
  await act(async () => app.stores.session.getState().leaveProfile());
  await app.reach('profiles');
  const openForgotten = async () => {
    await goTo(app, 'right', () => /^잠금/.test(app.focused().getAttribute('aria-label') ?? ''));
    await app.press('ok');
    await goTo(app, 'down', () => app.focusKey() === 'pin/forgotten');
    await app.press('ok');
    expect(await screen.findByRole('dialog', { name: 'PIN을 잊었어요' })).toContainElement(app.focused());
  };
  app.wire.isCut = true;
  await openForgotten();
  expect(await screen.findByText('QR 코드를 만들지 못했어요.')).toBeVisible();
  app.wire.isCut = false;
  await goTo(app, 'left', () => app.focusKey() === 'forgotten-pin/retry');
  await app.press('ok');
  expect(await screen.findByRole('img', { name: /QR/ })).toBeVisible();
  expect(app.focusKey()).toMatch(/^forgotten-pin\//);
  await app.press('back');
  expect(screen.getByRole('dialog', { name: '잠금 PIN 입력' })).toContainElement(app.focused());
  await app.press('back');
  await openForgotten();
  // The same call as that of the phone's page.
  await updateProfile(app.api, id, { pin: null, password: NEWCOMER_PASSWORD }, null);
  await act(() => clock.pass(2_000));
  expect(await screen.findByText('PIN을 없앴어요. 이제 PIN 없이 고를 수 있어요.')).toBeVisible();
  expect(app.focused()).toHaveAccessibleName('잠금');
});
