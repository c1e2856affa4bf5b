import type { Stream } from '#contract/playback.ts';
import { openVideoAt } from '#tests/support/calls-at.ts';
import { launchPage, type CdpPage } from '#tests/support/browser/cdp.ts';
import { findEngine } from '#tests/support/browser/engines.ts';
import { signInViewer } from '#tests/support/app/signed-in-viewer.ts';
import { startTestServer, type TestServer } from '#tests/support/server/server.ts';
import { PROBE, type Probed } from './probe.ts';

/** The real server, and signed-in browsers on it. */
export interface Stage {
  readonly server: TestServer;
  /** An episode with a clip, and its title. */
  readonly episode: { readonly id: number; readonly itemId: number };
  /** The first episode of a title that the viewer has never begun. */
  readonly fresh: { readonly id: number; readonly itemId: number };
  /** Two episodes that follow each other. */
  readonly pair: { readonly id: number; readonly nextId: number };
  /** Playable episodes, for consecutive playbacks. */
  readonly episodeIds: readonly number[];
  /** A new browser with an empty cache. */
  openPage(): Promise<CdpPage>;
  /** The DASH stream that the server issues for an episode. */
  requestStream(episodeId: number): Promise<Stream>;
  close(): Promise<void>;
}

/** A clip of a minute and a half: long enough to measure in the middle. */
const CLIP = 'cloud-mail';

export async function createStage(): Promise<Stage> {
  const choice = await findEngine('current');
  if (!choice) throw new Error('the browser of the tests does not run here');
  const server = await startTestServer();
  const viewer = await signInViewer(server.url);
  const rows = await server.query<{ id: number; item_id: number; clip_id: string }>(
    `select id, item_id, clip_id from episodes
     where published_at < now() and clip_id <> 'night-train-sealed' and access in ('free', 'membership') order by id limit 120`,
  );
  const [fresh] = await server.query<{ id: number; item_id: number }>(
    `select id, item_id from episodes
     where published_at < now() and clip_id = '${CLIP}' and access in ('free', 'membership') and "order" = 1
       and item_id not in (select item_id from playback_offsets) order by id limit 1`,
  );
  if (!fresh) throw new Error('the demo has no title that nobody has begun');
  const [pair] = await server.query<{ id: number; next_id: number }>(
    `select one.id, next.id as next_id from episodes as one
       join episodes as next on next.item_id = one.item_id and next."order" = one."order" + 1
     where one.published_at < now() and next.published_at < now() and one.clip_id = '${CLIP}' and next.clip_id <> 'night-train-sealed'
       and one.access = 'membership' and next.access = 'membership' order by one.id limit 1`,
  );
  if (!pair) throw new Error('the demo has no two episodes that follow each other');
  const pages: CdpPage[] = [];
  const first = rows.find(({ clip_id }) => clip_id === CLIP)!;
  return {
    server,
    episode: { id: first.id, itemId: first.item_id },
    fresh: { id: fresh.id, itemId: fresh.item_id },
    pair: { id: pair.id, nextId: pair.next_id },
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
      const { streams } = await openVideoAt(server.url, viewer.token, episodeId);
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

const ROUND_TRIP_MS = 40;

/** Delays every answer, as a line does. */
export const delayed = (page: CdpPage) =>
  page.client.Network.emulateNetworkConditions({
    offline: false,
    latency: ROUND_TRIP_MS,
    // No limit (see bench/start/measure.ts).
    downloadThroughput: 0,
    uploadThroughput: 0,
  });

/** Opens an episode by a deep link, in a running page. */
export async function playEpisode(page: CdpPage, episodeId: number): Promise<void> {
  await page.evaluate(`window.location.hash = '#/play/${episodeId}'`);
  await page.until(`window.location.hash === '#/play/${episodeId}'`);
  await page.until(MOVES, 30_000);
}

/** True while frames are being decoded. */
export const MOVES =
  "(document.querySelector('video') || {}).currentTime > 0 && !document.querySelector('video').paused";

/** True when only the timeline, which always has the focus, can be pressed. */
export const CONTROLS_ARE_HIDDEN =
  "document.querySelectorAll('main [data-focus-key]').length <= 2 && !document.querySelector('[aria-label=\"자막\"]')";
