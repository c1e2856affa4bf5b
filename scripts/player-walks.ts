import type { Page } from '@playwright/test';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import type { TestServer } from '#tests/support/server.ts';
import { DEMO, type Tv } from '#tests/support/tv.ts';

type Shoot = (page: Page, name: string) => Promise<void>;
type Walk = (tv: Tv) => Promise<void>;

/** An episode of a minute with an opening, an ending and a next one. */
const EPISODE = 10301;
/** With two sounds. */
const DUBBED_EPISODE = 12201;
/** With advertisements for who is no member. */
const EPISODE_WITH_ADS = 10502;
const MEMBERS_EPISODE = 10505;

const moves = (page: Page, seconds = 0.5) =>
  page.waitForFunction((least) => (document.querySelector('video')?.currentTime ?? 0) > least, seconds);

/** What a television says when another app comes to the front, and when ours is back. */
const tellOfHiding = (page: Page) =>
  // As text: the tool that runs this file marks functions with a name that the page does not know.
  page.evaluate(`(async () => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
      await fetch('/api/v1.0/status/');
    }
  })()`);

/** Everything that may stand over the picture, and what is told of a playback afterwards. */
export function createPlayerWalks(shoot: Shoot, server: TestServer): Record<string, Walk> {
  const play = async ({ page }: Tv, episodeId = EPISODE, email: string = DEMO.email) => {
    const { cookie } = await signInAsKept(server.url, email);
    await page.context().addCookies([cookie]);
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/play/${episodeId}`);
    await page.locator('main[data-screen="player"]').waitFor();
  };
  const seek = async (tv: Tv, key: string) => {
    await tv.page.keyboard.press(key);
    await tv.press('ok');
  };

  return {
    async 'player menus'(tv) {
      const { page } = tv;
      await play(tv, DUBBED_EPISODE);
      await moves(page);
      await page.locator('[data-focus-key="player/menu:audio"]').waitFor();
      for (const menu of ['subtitles', 'audio', 'speed', 'quality', 'settings']) {
        await tv.pressUntil('down', /^player\/menu/);
        await tv.pressUntil('left', /^player\/menu:subtitles$/);
        await tv.pressUntil('right', new RegExp(`^player/menu:${menu}$`));
        await tv.press('ok');
        await page.getByRole('dialog').waitFor();
        await shoot(page, `player-menu-${menu}`);
        await tv.press('back');
      }
    },
    async 'player prompts'(tv) {
      const { page } = tv;
      await play(tv);
      await moves(page);
      await seek(tv, '1');
      await page.getByRole('button', { name: '오프닝 건너뛰기' }).waitFor();
      await shoot(page, 'player-skip-opening-with-controls');
      await page.getByRole('button', { name: '자막' }).waitFor({ state: 'detached' });
      await shoot(page, 'player-skip-opening');
      await seek(tv, '9');
      await page.getByRole('button', { name: /^다음 화,/ }).waitFor();
      await shoot(page, 'player-next-episode-with-controls');
      await page.getByRole('button', { name: '자막' }).waitFor({ state: 'detached' });
      await shoot(page, 'player-next-episode');
    },
    async 'player still-watching'(tv) {
      const { page } = tv;
      await play(tv);
      for (let episode = EPISODE; episode < EPISODE + 3; episode += 1) {
        await page.waitForURL(`**/#/play/${episode}`);
        await moves(page);
        // Nothing is pressed: nobody may be there.
        await page.evaluate(() => {
          const video = document.querySelector('video')!;
          video.currentTime = video.duration - 4;
        });
        await page.waitForFunction(
          (hash) => window.location.hash !== hash || document.querySelector('[role=dialog]'),
          `#/play/${episode}`,
          { timeout: 40_000 },
        );
      }
      await page.getByRole('dialog', { name: '아직 보고 계신가요?' }).waitFor();
      await shoot(page, 'player-still-watching');
    },
    async 'player advertisement'(tv) {
      const { page } = tv;
      await play(tv, EPISODE_WITH_ADS, 'free@bora.example');
      await page.getByText(/^광고 \d\/\d · \d+초$/).waitFor();
      await moves(page);
      await shoot(page, 'player-ad');
      await play(tv, 10902, 'free@bora.example');
      await page.getByText(/뒤 건너뛰기$/).waitFor();
      await shoot(page, 'player-ad-countdown');
      await page.getByRole('button', { name: '광고 건너뛰기' }).waitFor();
      await shoot(page, 'player-ad-skip');
    },
    async 'player network'(tv) {
      const { page } = tv;
      await play(tv);
      await moves(page);
      await page.context().setOffline(true);
      await seek(tv, '7');
      await page.getByText('네트워크가 끊겼어요.', { exact: false }).waitFor();
      await shoot(page, 'player-network');
      await page.context().setOffline(false);
      await page.getByText('네트워크가 끊겼어요.', { exact: false }).waitFor({ state: 'detached' });
      await moves(page, 43);
      await page.getByText('다시 연결됐어요.').waitFor({ state: 'detached' });
      // From where nothing of what follows is there.
      await seek(tv, '1');
      await moves(page, 6.5);
      await page.context().setOffline(true);
      await page.getByText('네트워크가 끊겼어요.', { exact: false }).waitFor({ timeout: 20_000 });
      await page.getByRole('button', { name: '자막' }).waitFor({ state: 'detached' });
      await shoot(page, 'player-network-without-controls');
    },
    async 'player kicked'(tv) {
      const { page } = tv;
      await server.query("update accounts set plan = 'basic' where email = $1", [DEMO.email]);
      await play(tv);
      await moves(page, 3);
      const other = await signInAsKept(server.url, DEMO.email, { platform: 'tizen', name: '거실 TV' });
      await fetch(`${server.url}/api/episodes/v2/${EPISODE}/video/?device=tizen`, {
        headers: { authorization: `Token ${other.token}` },
      });
      await tellOfHiding(page);
      await page.getByRole('dialog', { name: '다른 기기에서 재생하고 있어요' }).waitFor();
      await shoot(page, 'player-kicked');
      await server.query("update accounts set plan = 'premium' where email = $1", [DEMO.email]);
    },
    async 'player errors'(tv) {
      const { page } = tv;
      await play(tv, MEMBERS_EPISODE, 'free@bora.example');
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'player-refused');
      const pictures = /\/(?:h264|vp9)-\d+\.\w+$/;
      await page.route(pictures, (route) => route.fulfill({ status: 404 }));
      await play(tv);
      await page.getByRole('dialog').waitFor({ timeout: 40_000 });
      await shoot(page, 'player-not-found');
      await page.unroute(pictures);
      await page.route('**/video/?**', (route) => route.abort());
      await tv.press('ok');
      await play(tv);
      await page.getByRole('dialog').waitFor({ timeout: 40_000 });
      await shoot(page, 'player-unreachable');
      await page.unroute('**/video/?**');
    },
    async 'player ended'(tv) {
      const { page } = tv;
      const [last] = await server.query<{ id: number }>(
        `select max(id) as id from episodes where item_id = $1 and published_at < now()`,
        [Math.floor(EPISODE / 100)],
      );
      await play(tv, last!.id);
      await moves(page);
      await page.evaluate(() => {
        const video = document.querySelector('video')!;
        video.currentTime = video.duration - 1.5;
      });
      await page.getByRole('dialog', { name: '끝까지 봤어요' }).waitFor({ timeout: 40_000 });
      await shoot(page, 'player-ended');
    },
    async 'player diagnostics'(tv) {
      const { page } = tv;
      await play(tv);
      await moves(page);
      await seek(tv, '6');
      await moves(page, 37);
      await tv.press('ok', 'back');
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/settings`);
      await tv.reach('settings');
      for (let section = 0; section < 5; section += 1) await tv.press('down');
      await tv.press('right');
      await shoot(page, 'diagnostics');
      for (const name of ['record', 'steps', 'more-steps']) {
        for (let row = 0; row < 8; row += 1) await tv.press('down');
        await shoot(page, `diagnostics-${name}`);
      }
    },
    async 'player kept'(tv) {
      const { page } = tv;
      await play(tv);
      await moves(page);
      await page.evaluate((id) => (window.location.hash = `#/items/${id}`), Math.floor(EPISODE / 100));
      await tv.reach('item');
      await tv.pressUntil('right', /^item\/keep$/);
      await tv.press('ok');
      await page.getByRole('button', { name: /화 저장/ }).waitFor();
      await shoot(page, 'kept-title');
      await page.getByRole('button', { name: /화 저장됨$/ }).waitFor({ timeout: 30_000 });
      await shoot(page, 'kept-title-done');
      await tv.press('ok');
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'kept-dialog');
      await tv.press('back');
      await page.evaluate(() => (window.location.hash = '#/library'));
      await tv.reach('library');
      await tv.pressUntil('right', /^library\/shelves\/kept$/);
      await page.getByText(/남음/).waitFor();
      await shoot(page, 'kept-shelf');
      await tv.pressUntil('down', /^library\/kept/);
      await shoot(page, 'kept-shelf-tile');
      await page.keyboard.down('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.up('Enter');
      await shoot(page, 'kept-remove');
    },
    async 'player keep asked'(tv) {
      const { page } = tv;
      const { cookie } = await signInAsKept(server.url, 'free@bora.example');
      await signInAsKept(server.url, 'free@bora.example', { platform: 'tizen', name: '거실 TV' });
      await page.context().addCookies([cookie]);
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/items/105`);
      await tv.reach('item');
      await tv.pressUntil('right', /^item\/keep$/);
      await tv.press('ok');
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'keep-asked');
    },
  };
}
