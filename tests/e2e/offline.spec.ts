import { DEMO } from '#tests/support/demo-account.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { expect, test } from './fixtures.ts';

/** A title for members. */
const ITEM = DEMO.lastTrain;

test('a downloaded episode is listed after a reload, plays without a network, is reported later, and can be removed', async ({
  home: tv,
  server,
}) => {
  const { page } = tv;
  const button = (name: RegExp) => page.getByRole('button', { name });
  await page.evaluate((id) => (window.location.hash = `#/items/${id}`), ITEM);
  await tv.reach('item');
  await tv.pressUntil('right', /^item\/download$/);
  await expect(button(/화 저장$/)).toBeFocused();
  await tv.press('ok');
  await expect(button(/화 저장됨$/)).toBeFocused();
  await picture(page, 'offline-title');
  const [log] = await server.query<{ id: string; episode_id: number }>(
    'select id, episode_id from play_logs order by opened_at desc limit 1',
    [],
  );

  await page.reload();
  await tv.reach('profiles');
  await tv.press('ok');
  await tv.reach('item');
  await tv.press('back');
  await tv.reach('home');
  await tv.pressUntil('left', /^navigation\//);
  await tv.pressUntil('down', /^navigation\/library$/);
  await tv.press('ok');
  await tv.reach('library');
  await tv.pressUntil('right', /^library\/shelves\/offline$/);
  await expect(page.getByText(/화 · 12시간 남음/)).toBeVisible();
  await tv.pressUntil('down', /^library\/offline/);
  await expect(page.locator(':focus')).toHaveAccessibleName(/화, 12시간 남음/);
  await picture(page, 'offline-shelf');
  const hasPlayer = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /player-screen/.test(name)));
  await expect.poll(hasPlayer).toBe(true);

  await page.context().setOffline(true);
  await tv.press('ok');
  await tv.reach('player');
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(0);
  const from = await tv.videoTime();
  await expect.poll(() => tv.videoTime()).toBeGreaterThan(from + 3);
  await page.keyboard.press('F1');
  await expect(page.getByRole('radio', { name: '한국어', checked: true })).toBeFocused();
  await tv.press('back');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  // While paused, Back leaves the player.
  await tv.press('ok');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  await tv.press('back');
  await tv.reach('library');
  const row = () =>
    server.query<{ state: string; total_play_time: number }>(
      'select state, total_play_time from play_logs where id = $1',
      [log!.id],
    );
  expect(await row()).toEqual([{ state: 'active', total_play_time: 0 }]);

  await page.context().setOffline(false);
  await expect.poll(async () => (await row())[0]?.state).toBe('left');
  expect((await row())[0]?.total_play_time).toBeGreaterThan(2);

  await tv.pressUntil('down', /^library\/offline/);
  await page.keyboard.down('Enter');
  await expect(page.getByRole('dialog', { name: '저장한 영상을 지울까요?' })).toBeVisible();
  await page.keyboard.up('Enter');
  await picture(page, 'offline-remove');
  await tv.pressUntil('left', /^offline\/remove$/);
  await tv.press('ok');
  await expect(page.getByText('저장한 영상이 없어요')).toBeVisible();
  await picture(page, 'offline-shelf-empty');
  const left = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('shaka_offline_db');
          opening.onsuccess = () => {
            const database = opening.result;
            const counting = database.transaction('manifest-v5').objectStore('manifest-v5').count();
            counting.onsuccess = () => {
              database.close();
              resolve(counting.result);
            };
          };
        }),
    );
  await expect.poll(left).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('downloads'))).toBeNull();
});
