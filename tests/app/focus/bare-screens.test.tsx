import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createProfile, openProfile } from '#src/api/profiles.ts';
import { goTo } from '#tests/certification/go-to.ts';
import { ROUTES } from '#tests/certification/routes.ts';
import { press, type } from '#tests/app/late/tour.ts';
import { DEMO, startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { openSettings, startAsNewcomer } from '#tests/support/newcomer.ts';

/*
 * No screen can be without a focus, whatever it shows: nothing, a failure, a title that is gone, or one that the profile may not see.
 */

const ARROWS = ['down', 'right', 'up', 'left'] as const;

async function rest(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('status', { name: '불러오는 중이에요' })).toBeNull());
}

/** The focus is on something that has a name. */
async function expectFocus(app: RunningApp, where: string): Promise<void> {
  await waitFor(() => {
    expect(app.focusKey(), where).toEqual(expect.any(String));
    expect(app.focused(), `${where} ${app.focusKey()}`).toHaveAccessibleName(/[가-힣0-9]/);
  });
}

/** Opens an address, presses each arrow twice, and leaves: each time, something has the focus. */
async function walk(app: RunningApp, path: string, state: string): Promise<void> {
  const where = `${path}, ${state}`;
  await goTo(app, path, null);
  await rest();
  await expectFocus(app, where);
  for (const arrow of [...ARROWS, ...ARROWS]) {
    await app.press(arrow);
    await expectFocus(app, `${where}, ${arrow}`);
  }
  // The first Back may only hide controls or leave the navigation.
  await app.press('back');
  await expectFocus(app, `${where}, back`);
}

const SCREENS = [
  '/home',
  ...ROUTES.map(([path]) => path),
  `/items/${DEMO.clockworkCity}`,
  `/items/${DEMO.hibernationInn}`,
];

test('every screen without a result has a focus that arrows and Back never lose', async () => {
  const app = await startAtHome();
  app.wire.hasNothing = true;
  for (const path of SCREENS) await walk(app, path, 'empty');
  await goTo(app, '/search', 'search');
  await type(app, '마도현');
  await rest();
  for (const arrow of ['right', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'down', 'up'] as const) {
    await app.press(arrow);
    await expectFocus(app, `search, ${arrow}`);
  }
});

test('every screen whose calls fail has a focus that arrows and Back never lose', async () => {
  const app = await startAtHome();
  for (const path of SCREENS) {
    app.queryClient.clear();
    app.wire.isCut = true;
    await walk(app, path, 'failed');
    app.wire.isCut = false;
  }
});

test('addresses of what is gone have a focus that arrows and Back never lose', async () => {
  const app = await startAtHome();
  const gone = [
    '/items/999999',
    '/items/999999/reviews',
    '/themes/999999',
    '/play/99999999',
    '/profiles/nobody',
    '/nowhere',
  ];
  for (const path of gone) await walk(app, path, 'gone');
});

test('a child meets a focus on every screen, also at addresses of titles above the age limit', async () => {
  const app = await startAsNewcomer('bare-child@bora.example', {}, 'home');
  const { id } = await createProfile(app.api, { name: '아이', default_image_id: 3, max_rating: 'all' });
  const { token, profile } = await openProfile(app.api, id, null);
  await act(async () => app.stores.session.getState().chooseProfile(token, profile));
  const adult = [`/items/${DEMO.redMask}`, `/items/${DEMO.redMask}/reviews`, `/play/${DEMO.redMask}01`];
  for (const path of [...SCREENS, ...adult]) await walk(app, path, 'restricted');
});

test('dialogs of the second factor and of vouchers keep the focus when their calls fail', async () => {
  const app = await startAsNewcomer('bare-dialogs@bora.example', {}, 'home');
  await openSettings(app);
  await app.press('right');
  for (let step = 0; step < 8 && app.focusKey() !== 'settings/account/second-factor'; step += 1)
    await app.press('down');
  app.wire.isCut = true;
  await app.press('ok');
  for (const arrow of ARROWS) {
    await app.press(arrow);
    await expectFocus(app, `second factor, ${arrow}`);
  }
  await app.press('back');
  app.wire.isCut = false;
  await goTo(app, '/membership', 'membership');
  await press('membership/voucher');
  await screen.findByRole('dialog', { name: '쿠폰 쓰기' });
  app.wire.isCut = true;
  await type(app, 'BORA');
  await app.press('ok');
  expect(await screen.findByText(/확인하지 못했어요|연결할 수 없어요/)).toBeVisible();
  for (const arrow of ARROWS) {
    await app.press(arrow);
    expect(screen.getByRole('dialog', { name: '쿠폰 쓰기' })).toContainElement(app.focused());
  }
});
