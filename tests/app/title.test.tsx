import { DEMO } from '#tests/support/demo-account.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { getItem, listEpisodes } from '#contract/catalogue.ts';
import { getMyShortReview, listShortReviews } from '#contract/reviews.ts';
import { createOrder } from '#contract/shop.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { signIn } from '#src/api/accounts.ts';
import { reportPlayLog } from '#src/api/play-reports.ts';
import { requestVideo } from '#src/api/playback.ts';
import { startApp, startAtHome, type RunningApp, type StartOptions } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { answerCheckout } from '#tests/support/app/pay-on-phone.ts';
import { rest } from './late/tour.ts';

/** A title of the demo, opened by the demo account's first profile. */
async function startAtTitle(itemId: number, options: StartOptions = {}) {
  const app = await startAtHome({ ...options, hash: `#/items/${itemId}` });
  await app.reach('item');
  return app;
}

/** The same for a viewer without membership. */
async function startAtTitleFree(itemId: number, options: StartOptions = {}) {
  const app = startApp({ ...options, hash: `#/items/${itemId}` });
  await app.reach('sign-in');
  const { token } = await signIn(app.api, 'free@bora.example', 'bora-demo-1', { platform: 'web' });
  // An account with one profile skips the profile picker.
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('item');
  return app;
}

async function startAtReviews(itemId: number) {
  const app = await startAtHome({ hash: `#/items/${itemId}/reviews` });
  await app.reach('reviews');
  return app;
}

const mine = async ({ api }: RunningApp, id: number) => (await api.call(getItem, { params: { id: String(id) } })).my;
const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Presses a key until the focus key matches, and waits for loading rows. */
async function pressUntil(app: RunningApp, key: 'right' | 'down' | 'left' | 'up', wanted: RegExp) {
  for (let press = 0; press < 12 && !wanted.test(app.focusKey() ?? ''); press += 1) {
    await waitFor(() => expect(app.wire.pending()).toBe(0));
    await app.press(key);
  }
  expect(app.focusKey()).toMatch(wanted);
}

describe('a wish', () => {
  test('is saved at once by the green key and ends in the last chosen state, however fast the key is pressed', async () => {
    const app = await startAtTitle(DEMO.ridgeSprint);
    expect(button('보고 싶어요')).toHaveAttribute('aria-pressed', 'false');
    const release = app.wire.hold(/\/wish\/$/);
    await app.press('green');
    expect(button('보고 싶어요')).toHaveAttribute('aria-pressed', 'true');
    await app.press('green', 'green');
    release();
    await waitFor(async () => expect((await mine(app, DEMO.ridgeSprint)).is_wished).toBe(true));
    expect(button('보고 싶어요')).toHaveAttribute('aria-pressed', 'true');
    await app.press('green');
    await waitFor(async () => expect((await mine(app, DEMO.ridgeSprint)).is_wished).toBe(false));
  });

  test('changes once while the green key is held', async () => {
    const clock = createFakeClock();
    const app = await startAtTitle(DEMO.ridgeSprint, { clock });
    const release = app.wire.hold(/\/wish\/$/);
    for (let down = 0; down < 4; down += 1) {
      await act(async () => app.platform.keyDown('green'));
      await act(async () => clock.advance(500));
    }
    await act(async () => app.platform.keyUp('green'));
    expect(button('보고 싶어요')).toHaveAttribute('aria-pressed', 'true');
    await app.press('green');
    release();
    await waitFor(async () => expect((await mine(app, DEMO.ridgeSprint)).is_wished).toBe(false));
  });

  test('is rolled back with a message when the server is unreachable', async () => {
    const app = await startAtTitle(DEMO.ridgeSprint);
    app.wire.isCut = true;
    await app.press('green');
    await screen.findByText(/보고 싶어요에 담지 못했어요/);
    expect(button('보고 싶어요')).toHaveAttribute('aria-pressed', 'false');
    app.wire.isCut = false;
  });
});

describe('a rating', () => {
  test('is set in halves by left and right, shown at once, and can be removed', async () => {
    const app = await startAtTitle(DEMO.acornSubmarine);
    await app.press('yellow');
    expect(app.focusKey()).toBe('rating/stars');
    await app.press('right', 'right', 'right', 'left', 'right', 'right');
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '2');
    await app.press('4', 'right');
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '4.5');
    const release = app.wire.hold(/\/rating\/$/);
    await app.press('ok');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('내 별점 4.5, 고치기')).toBeVisible();
    release();
    await waitFor(async () => expect((await mine(app, DEMO.acornSubmarine)).rating).toBe(4.5));
    await app.press('yellow', 'down');
    expect(app.focusKey()).toBe('rating/remove');
    await app.press('ok');
    expect(button('별점 주기')).toBeVisible();
    await waitFor(async () => expect((await mine(app, DEMO.acornSubmarine)).rating).toBeNull());
  });

  test('is rolled back with a message when the server refuses it, and stays unchanged after Back', async () => {
    const app = await startAtTitle(DEMO.lanternFox);
    await app.press('yellow', 'left', 'left', 'back');
    expect(button('내 별점 4.5, 고치기')).toBeVisible();
    app.wire.isCut = true;
    await app.press('yellow', 'left', 'ok');
    await screen.findByText(/별점을 저장하지 못했어요/);
    expect(button('내 별점 4.5, 고치기')).toBeVisible();
    app.wire.isCut = false;
    expect((await mine(app, DEMO.lanternFox)).rating).toBe(4.5);
  });
});

/** Focuses the button beside 회차 that changes the order. */
async function goToOrder(app: RunningApp) {
  await app.press('down');
  await pressUntil(app, 'up', /^episode-tools\//);
  await pressUntil(app, 'left', /^episode-tools\/sort$/);
}

async function chooseOrder(app: RunningApp, name: RegExp) {
  await goToOrder(app);
  await app.press('ok');
  await waitFor(() => expect(button(name)).toBeVisible());
}

describe('episodes', () => {
  test('the episodes of a long title start at the resume episode, and the channel keys jump by tens', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    expect(app.focused()).toHaveAccessibleName('22화 이어보기');
    await app.press('down');
    expect(app.focused()).toHaveAccessibleName(/^22화,/);
    await app.press('channel-down');
    expect(app.focused()).toHaveAccessibleName(/^32화,/);
    await app.press('channel-up', 'channel-up');
    expect(app.focused()).toHaveAccessibleName(/^12화,/);
  });

  test('keep a scroll position per order, which Back restores', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    await chooseOrder(app, /^첫 화부터 보기/);
    await app.press('down');
    await waitFor(() => expect(app.focusKey()).toMatch(/^episodes-latest\//));
    await app.press('right');
    expect(app.focused()).toHaveAccessibleName(/^63화,/);
    const left = app.focusKey();
    await app.press('ok');
    await app.reach('player');
    await app.press('stop');
    await app.reach('item');
    expect(app.focusKey()).toBe(left);
    expect(button(/^첫 화부터 보기/)).toBeVisible();
  });

  test('begin at the beginning of a chosen order, wherever the viewer was in the other one', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    const { count } = await app.api.call(listEpisodes, { query: { item_id: String(DEMO.puffingIsland), limit: '1' } });
    const choose = async (name: RegExp, first: RegExp) => {
      await pressUntil(app, 'up', /^episode-tools\//);
      await pressUntil(app, 'left', /^episode-tools\/sort$/);
      await app.press('ok');
      await waitFor(() => expect(button(name)).toBeVisible());
      // The other order is shown when it has come.
      await screen.findByRole('button', { name: first });
      await rest(app);
      await app.press('down');
    };
    await app.press('down');
    await app.press('channel-down', 'channel-down', 'right', 'right');
    const last = new RegExp(`^${count}화,`);
    await choose(/^첫 화부터 보기/, last);
    expect(app.focused()).toHaveAccessibleName(last);
    await app.press('channel-up', 'right');
    await choose(/^최신 화부터 보기/, /^1화,/);
    expect(app.focused()).toHaveAccessibleName(/^1화,/);
  });

  test('show a retry only in their row when another order fails to load', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    await goToOrder(app);
    app.wire.isCut = true;
    await app.press('ok');
    await waitFor(() => expect(button(/^첫 화부터 보기/)).toBeVisible());
    await app.press('down');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/회차, 불러오지 못했어요, 다시 시도/));
    expect(document.querySelector('main')?.dataset['screen']).toBe('item');
    expect(app.focusKey()).toBe('episodes-latest/retry');
    await app.press('ok');
    await waitFor(() => expect(app.focusKey()).toBe('episodes-latest/retry'));
    app.wire.isCut = false;
    await app.press('ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^\d+화,/));
    expect(app.focusKey()).toMatch(/^episodes-latest\/episode:/);
  });

  test('keep the order that was chosen last when an earlier choice is answered late', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    await goToOrder(app);
    const answers = app.wire.holdAnswer(listEpisodes);
    await app.press('ok');
    await waitFor(() => expect(answers.count()).toBe(1));
    await app.press('ok');
    expect(button(/^최신 화부터 보기/)).toBeVisible();
    answers.release();
    await rest(app);
    await app.press('down');
    expect(app.focusKey()).toMatch(/^episodes\//);
  });

  test('the episodes of a long title are reached by digits, which wait for the next one, and by OK at once', async () => {
    const clock = createFakeClock();
    const app = await startAtTitle(DEMO.puffingIsland, { clock });
    await app.press('5');
    expect(screen.getByRole('dialog', { name: '회차 번호' })).toBeVisible();
    await act(async () => clock.advance(1500));
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^5화,/));
    await app.press('4', 'ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^4화,/));
    // No third digit can follow.
    await app.press('4', '7');
    await act(async () => clock.advance(0));
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^47화,/));
    await app.press('6', 'back');
    expect(app.focused()).toHaveAccessibleName(/^47화,/);
  });

  test('the episodes of a long title are reached by a number on the screen, where the remote has no digits', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    await app.press('down');
    await pressUntil(app, 'up', /^episode-tools\//);
    await pressUntil(app, 'right', /^episode-tools\/number$/);
    await app.press('ok', 'down', 'ok', 'down', 'down', 'right', 'right');
    expect(app.focused()).toHaveAccessibleName('이동');
    await app.press('ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^4화,/));
  });

  test('the episodes of a long title lead back to the episode that is next, by the name of the row and by the blue key', async () => {
    const app = await startAtTitle(DEMO.puffingIsland);
    const next = /^\d+화/.exec(app.focused().getAttribute('aria-label') ?? '')?.[0] ?? '';
    await app.press('3', '0');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/^30화,/));
    await app.press('up');
    await pressUntil(app, 'left', /^episode-tools\/home$/);
    expect(app.focused()).toHaveAccessibleName(new RegExp(`^회차 64개, ${next}로 가기,`));
    await app.press('ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(new RegExp(`^${next},`)));
    await app.press('channel-up', 'blue');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(new RegExp(`^${next},`)));
  });

  test('episodes for members open the membership offer for a viewer without a membership', async () => {
    const app = await startAtTitleFree(DEMO.twelveWaves);
    await app.press('down');
    await app.press('right', 'right', 'right');
    expect(app.focused()).toHaveAccessibleName(/^4화,.*멤버십 필요/);
    await app.press('ok');
    expect(screen.getByRole('dialog', { name: '멤버십 시작하기' })).toContainElement(app.focused());
    expect(app.focused()).toHaveAccessibleName(/^베이직 30일, 4,900원,/);
    await app.press('back');
    expect(app.focused()).toHaveAccessibleName(/^4화,/);
    expect(document.querySelector('main')?.dataset['screen']).toBe('item');
  });
});

test('Back through several titles restores each one', async () => {
  const app = await startAtTitle(DEMO.twelveWaves);
  await pressUntil(app, 'down', /^(series|related)\//);
  const first = app.focusKey();
  await app.press('ok');
  await waitFor(() => expect(window.location.hash).not.toBe(`#/items/${DEMO.twelveWaves}`));
  await app.reach('item');
  expect(app.focusKey()).toBe('item/primary');
  await pressUntil(app, 'down', /^(series|related)\//);
  const second = app.focusKey();
  await app.press('ok');
  await app.reach('item');
  await app.press('back');
  await app.reach('item');
  await waitFor(() => expect(app.focusKey()).toBe(second));
  await app.press('back');
  await app.reach('item');
  await waitFor(() => expect(app.focusKey()).toBe(first));
});

test('a title watched elsewhere keeps its focus while its new state loads', async () => {
  const app = await startAtTitle(DEMO.puffingIsland);
  await pressUntil(app, 'down', /^(series|related)\//);
  const tile = app.focusKey();
  await app.press('ok');
  await waitFor(() => expect(window.location.hash).not.toBe(`#/items/${DEMO.puffingIsland}`));
  await app.reach('item');

  const { results } = await app.api.call(listEpisodes, {
    query: { item_id: String(DEMO.puffingIsland), sort: 'latest', limit: '1' },
  });
  const newest = results[0]!.id;
  const { play_log_id } = await requestVideo(app.api, newest, 'web');
  await reportPlayLog(app.api, play_log_id, {
    total_play_time: '00:00:01',
    play_end_offset: '00:01:00',
    is_player_exit: true,
  });
  expect((await mine(app, DEMO.puffingIsland)).resume?.episode_id).toBe(newest);
  const release = app.wire.hold(/episodes\/v2\/\d+\/$/);
  const asked = app.wire.answered(/items\/v1\/128\/$/);
  // The cached answer is stale now.
  vi.setSystemTime(Date.now() + 60_000);
  await app.press('back');
  await app.reach('item');
  await waitFor(() => expect(app.wire.answered(/items\/v1\/128\/$/)).toBeGreaterThan(asked));
  await app.press('right', 'left');
  expect(screen.queryByRole('status', { name: '불러오는 중이에요' })).toBeNull();
  expect(app.focusKey()).toBe(tile);
  release();
  vi.useRealTimers();
});

test('a title that no viewer may open shows a message and leads back', async () => {
  const app = await startAtHome();
  await act(async () => (window.location.hash = '#/items/999999'));
  await waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe('error'));
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('뒤로'));
  expect(screen.queryByRole('button', { name: '다시 시도' })).toBeNull();
});

test('a title without episodes can be requested and shows the number of requests', async () => {
  const app = await startAtTitle(DEMO.hibernationInn);
  expect(app.focused()).toHaveAccessibleName('작품 요청');
  await app.press('ok');
  await waitFor(() => expect(app.focused()).toHaveAccessibleName('요청했어요'));
  expect(screen.getByText(/명이 함께 기다리고 있어요/)).toBeVisible();
});

describe('buying by phone', () => {
  /** Answers the code on the screen as a phone does; a repeated call returns the pending order. */
  const payOnPhone = async ({ api }: RunningApp, productId: string, action: 'approve' | 'cancel') => {
    await screen.findByRole('img', { name: /QR/ });
    await answerCheckout((await api.call(createOrder, { params: { id: productId } })).checkout_url, action);
  };

  test('unlocks the title automatically, also after an attempt cancelled on the phone', async () => {
    const clock = createFakeClock();
    const app = await startAtTitleFree(DEMO.orbitFilm, { clock });
    expect(app.focused()).toHaveAccessibleName(/^(대여|구매) [\d,]+원부터$/);
    await app.press('ok');
    expect(screen.getByRole('dialog', { name: '대여하거나 구매하기' })).toContainElement(app.focused());
    const productId = app.focusKey()?.split('/')[1] ?? '';
    await app.press('ok');
    await payOnPhone(app, productId, 'cancel');
    await act(() => clock.pass(2_000));
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('다시 결제하기'));
    await app.press('ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('취소'));
    await payOnPhone(app, productId, 'approve');
    await act(() => clock.pass(2_000));
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('바로 보기'));
    expect(screen.getByRole('dialog', { name: '결제가 끝났어요' })).toBeVisible();
    await app.press('back');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('재생'));
  });

  test('reports the end of sales and offers no retry', async () => {
    const app = await startAtTitleFree(DEMO.haenyeoBreath);
    const { call } = app.api;
    const message = '지금은 대여하거나 구매할 수 없어요.';
    vi.spyOn(app.api, 'call').mockImplementation(((endpoint, ...rest) =>
      (endpoint as unknown) === createOrder
        ? Promise.reject(new ApiError({ code: 'NOT_FOUND', status: 404, message }))
        : call(endpoint, ...rest)) as typeof call);
    await app.press('ok', 'ok');
    expect(await screen.findByRole('dialog', { name: '결제를 시작하지 못했어요' })).toHaveTextContent(message);
    expect(screen.queryByRole('button', { name: '다시 시도' })).toBeNull();
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('닫기'));
    await app.press('ok');
    expect(document.querySelector('main')?.dataset['screen']).toBe('item');
    expect(app.focusKey()).toBe('item/primary');
  });

  test('ends with Back, which returns to the focused element', async () => {
    const app = await startAtTitleFree(DEMO.haenyeoBreath);
    await app.press('ok', 'ok');
    await screen.findByRole('img', { name: /QR/ });
    await app.press('back');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.focusKey()).toBe('item/primary');
  });

  test('ends as paid when another order has bought the product, here for ever instead of two days', async () => {
    const clock = createFakeClock();
    const app = await startAtTitleFree(DEMO.haenyeoBreath, { clock });
    await app.press('ok');
    expect(app.focusKey()).toBe('offer/143001');
    await app.press('ok');
    await payOnPhone(app, '143002', 'approve');
    await act(() => clock.pass(2_000));
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('바로 보기'));
  });
});

describe('short reviews', () => {
  const listed = async ({ api }: RunningApp, itemId: number) =>
    (await api.call(listShortReviews, { params: { itemId: String(itemId) }, query: {} })).results;

  test("show a like at once, take over the server's count, and end in the last chosen state", async () => {
    const app = await startAtReviews(DEMO.lanternFox);
    const [first] = await listed(app, 104);
    const release = app.wire.hold(/\/like\/rating\//);
    await app.press('ok');
    expect(app.focused()).toHaveAccessibleName(new RegExp(`공감 ${(first?.cnt_like ?? 0) + 1}개, 공감했어요`));
    await app.press('ok', 'ok');
    release();
    await waitFor(async () => expect((await listed(app, 104))[0]).toMatchObject({ i_like: true }));
    expect(app.wire.answered(/\/like\/rating\//)).toBe(1);
    await app.press('ok');
    await waitFor(async () =>
      expect((await listed(app, 104))[0]).toMatchObject({ i_like: false, cnt_like: first?.cnt_like }),
    );
    expect(app.focused()).toHaveAccessibleName(new RegExp(`공감 ${first?.cnt_like}개, \\d`));
  });

  test('restore their count and state with a message when a like fails', async () => {
    const app = await startAtReviews(DEMO.lanternFox);
    const before = app.focused().getAttribute('aria-label');
    app.wire.isCut = true;
    await app.press('ok');
    await screen.findByText(/공감을 저장하지 못했어요/);
    await waitFor(() => expect(app.focused()).toHaveAttribute('aria-label', before));
    app.wire.isCut = false;
  });

  test('short reviews of an unwatched title stay hidden until the viewer reveals them', async () => {
    const app = await startAtReviews(DEMO.ridgeSprint);
    expect(app.focused()).toHaveAccessibleName('그래도 볼래요');
    expect(screen.queryByRole('button', { name: /공감 \d+개/ })).toBeNull();
    await app.press('ok');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName(/공감 \d+개/));
  });

  test('can be written, survive a failed save, can be edited, and are deleted after a confirmation', async () => {
    const app = await startAtReviews(DEMO.lanternFox);
    await app.press('left');
    await pressUntil(app, 'up', /^reviews\/write$/);
    await app.press('ok');
    await act(async () => app.platform.type('정말 좋아요'));
    expect(screen.getByText('6/100')).toBeVisible();
    app.wire.isCut = true;
    await app.press('fast-forward');
    await screen.findByText(/서버에 연결할 수 없어요/);
    expect(screen.getByRole('textbox', { name: '감상평' })).toHaveTextContent('정말 좋아요');
    app.wire.isCut = false;
    await app.press('fast-forward');
    await screen.findByText('감상평을 저장했어요.');
    await waitFor(() => expect(screen.getByRole('button', { name: /^내 감상평,.*정말 좋아요/ })).toBeVisible());
    expect(screen.getAllByRole('button', { name: /정말 좋아요/ })).toHaveLength(1);

    await pressUntil(app, 'up', /^reviews\/write$/);
    await app.press('ok');
    expect(screen.getByText('6/100')).toBeVisible();
    await act(async () => Array.from({ length: 20 }).forEach(() => app.platform.typeBackspace()));
    expect(screen.getByText('0/100')).toBeVisible();
    await app.press('fast-forward');
    await waitFor(() => expect(app.focused()).toHaveAccessibleName('취소'));
    await app.press('right', 'ok');
    await screen.findByText('감상평을 지웠어요.');
    const review = await app.api.call(getMyShortReview, { params: { id: '104' } });
    expect(review).toBeUndefined();

    await pressUntil(app, 'up', /^reviews\/write$/);
    await app.press('ok');
    expect(await screen.findByText('0/100')).toBeVisible();
  });

  test('load in the other order while the panel stays, and Back returns to the title', async () => {
    const app = await startAtTitle(DEMO.lanternFox);
    await pressUntil(app, 'down', /^reviews\//);
    const tile = app.focusKey();
    await app.press('ok');
    await app.reach('reviews');
    await app.press('left');
    await pressUntil(app, 'down', /^reviews\/sort$/);
    await app.press('ok');
    expect(app.focused()).toHaveAccessibleName('공감순으로 보기');
    await waitFor(() => expect(screen.getAllByRole('button', { name: /공감 \d+개/ }).length).toBeGreaterThan(2));
    await app.press('back');
    await app.reach('item');
    await waitFor(() => expect(app.focusKey()).toBe(tile));
  });

  test('load page by page to the end', async () => {
    const app = await startAtReviews(DEMO.lanternFox);
    const all = (await app.api.call(listShortReviews, { params: { itemId: '104' }, query: { limit: '100' } })).count;
    for (let press = 0; press < all + 5; press += 1) {
      await app.press('down');
      // A viewer faster than the answers waits on the last loaded line.
      await waitFor(() => expect(app.wire.pending()).toBe(0));
    }
    expect(app.focused()).toHaveAccessibleName(new RegExp(`${all}개 중 ${all}번째(,|$)`));
  });
});
