import type { Stream, Video } from '#contract/playback.ts';
import { launchPage, type CdpPage } from '#tests/support/cdp.ts';
import { findEngine } from '#tests/support/engines.ts';
import { signInAsKept } from '#tests/support/kept-viewer.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { PROBE, type Probed } from './probe.ts';

/** The real server, and browsers on it that somebody is signed in to. */
export interface Stage {
  readonly server: TestServer;
  /** An episode with a clip, and its title. */
  readonly episode: { readonly id: number; readonly itemId: number };
  /** Episodes that may be watched, one after the other. */
  readonly episodeIds: readonly number[];
  /** A browser of its own, with an empty cache. */
  openPage(): Promise<CdpPage>;
  /** The DASH stream of an episode, as the server hands it out. */
  requestStream(episodeId: number): Promise<Stream>;
  close(): Promise<void>;
}

/** A minute and a half: long enough to measure in the middle of it. */
const CLIP = 'cloud-mail';

export async function createStage(): Promise<Stage> {
  const choice = await findEngine('current');
  if (!choice) throw new Error('the browser of the tests does not run here');
  const server = await startTestServer();
  const viewer = await signInAsKept(server.url);
  const rows = await server.query<{ id: number; item_id: number; clip_id: string }>(
    `select id, item_id, clip_id from episodes
     where published_at < now() and clip_id <> 'night-train-sealed' and access in ('free', 'membership') order by id limit 120`,
  );
  const pages: CdpPage[] = [];
  const first = rows.find(({ clip_id }) => clip_id === CLIP)!;
  return {
    server,
    episode: { id: first.id, itemId: first.item_id },
    episodeIds: rows.map(({ id }) => id),
    async openPage() {
      const page = await launchPage(choice);
      pages.push(page);
      await page.addStartScript(PROBE);
      await page.client.Network.enable({});
      const { name, value, url } = viewer.cookie;
      await page.client.Network.setCookie({ name, value, url });
      return page;
    },
    async requestStream(episodeId) {
      const headers = { authorization: `Token ${viewer.token}` };
      const answer = await fetch(`${server.url}/api/episodes/v2/${episodeId}/video/?device=web`, { headers });
      const { streams } = (await answer.json()) as Video;
      return streams.find(({ protocol }) => protocol === 'dash')!;
    },
    async close() {
      for (const page of pages) await page.close().catch(() => undefined);
      await server.remove();
    },
  };
}

export const OK = 13;
export const digit = (tenths: number) => 48 + tenths;

export const probed = (page: CdpPage) => page.evaluate<Probed>('window.__probe');
export const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays an episode as a link to it does, in a page that runs. */
export async function playEpisode(page: CdpPage, episodeId: number): Promise<void> {
  await page.evaluate(`window.location.hash = '#/play/${episodeId}'`);
  await page.until(`window.location.hash === '#/play/${episodeId}'`);
  await page.until(MOVES, 30_000);
}

/** Something is decoded. */
export const MOVES =
  "(document.querySelector('video') || {}).currentTime > 0 && !document.querySelector('video').paused";

/** Nothing but the timeline, which always has the focus, is there to be pressed. */
export const CONTROLS_ARE_HIDDEN =
  "document.querySelectorAll('main [data-focus-key]').length <= 2 && !document.querySelector('[aria-label=\"자막\"]')";

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);
