import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type * as DashJs from 'dashjs';
import type HlsJs from 'hls.js';
import type shaka from 'shaka-player';
import type { Stream } from '#contract/playback.ts';

/** Third-party players with their default settings; `browser` is a plain `<video src>`. */
export type ForeignPlayer = 'dash.js' | 'hls.js' | 'shaka' | 'browser';

export interface ForeignPage {
  readonly url: string;
  close(): Promise<void>;
}

const { resolve } = createRequire(import.meta.url);
const scripts: Record<string, string> = {
  '/dash.js': resolve('dashjs'),
  '/shaka.js': resolve('shaka-player'),
  '/hls.js': resolve('hls.js').replace(/hls\.js$/, 'hls.min.js'),
};

/** A page with the libraries on its own origin, as on a third-party site. */
export async function serveForeignPage(): Promise<ForeignPage> {
  const html = `<!doctype html><meta charset="utf-8"><title>player</title><link rel="icon" href="data:,">
${Object.keys(scripts)
  .map((path) => `<script src="${path}"></script>`)
  .join('\n')}
<video muted playsinline></video>`;
  const server = createServer((request, response) => {
    const path = scripts[request.url ?? ''];
    if (path === undefined) response.setHeader('content-type', 'text/html').end(html);
    else void readFile(path).then((script) => response.setHeader('content-type', 'text/javascript').end(script));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

interface Playing {
  /** Errors that the player reported. */
  readonly errors: string[];
  /** Presentation time of the first rendered frame, in seconds. */
  firstPicture?: number;
  /** Language of the active audio track; null if unknown. */
  language: () => string | null;
}
type ForeignWindow = Window & { dashjs: typeof DashJs; Hls: typeof HlsJs; shaka: typeof shaka; playing: Playing };

/** dash.js expects unpadded base64url keys; the contract's are hexadecimal. */
const base64Keys = (keys: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(keys).map((pair) => pair.map((hex) => Buffer.from(hex, 'hex').toString('base64url'))),
  ) as Record<string, string>;

/** Loads a stream into a new player on the page, and plays once its first picture is visible. */
export async function playForeign(page: Page, pageUrl: string, player: ForeignPlayer, stream: Stream): Promise<void> {
  await page.goto(pageUrl);
  await page.evaluate(
    ({ name, url, keys }) => {
      const { dashjs, Hls, shaka: Shaka } = window as unknown as ForeignWindow;
      const video = document.querySelector('video')!;
      const playing: Playing = { errors: [], language: () => null };
      Object.assign(window, { playing });
      video.addEventListener('error', () => playing.errors.push(`video: ${video.error?.message}`));
      video.preload = 'auto';
      // Plays from then on: a busy machine drops pictures, the first one too.
      video.requestVideoFrameCallback((_now, { mediaTime }) => {
        playing.firstPicture = mediaTime;
        void video.play();
      });
      if (name === 'dash.js') {
        const made = dashjs.MediaPlayer().create();
        // Do not reuse the previous language: the manifest's default is under test.
        made.updateSettings({ streaming: { lastMediaSettingsCachingInfo: { enabled: false } } });
        made.on('error', (event: unknown) => playing.errors.push(JSON.stringify((event as { error: unknown }).error)));
        made.initialize(video, url, false);
        if (keys) made.setProtectionData({ 'org.w3.clearkey': { clearkeys: keys } });
        playing.language = () => made.getCurrentTrackFor('audio')?.lang ?? null;
      } else if (name === 'hls.js') {
        const made = new Hls();
        made.on(Hls.Events.ERROR, (_event, { details, error, fatal }) => {
          // A seek ends the requests of the player that are still under way. The player reports its own abort.
          // After a seek it may append once more what is there already, and notes that the buffer did not grow.
          const { INTERNAL_ABORTED, BUFFER_APPEND_NO_PROGRESS } = Hls.ErrorDetails;
          const isOwnNote = details === INTERNAL_ABORTED || details === BUFFER_APPEND_NO_PROGRESS;
          if (fatal || !isOwnNote) playing.errors.push(`${details}: ${error.message}`);
        });
        made.loadSource(url);
        made.attachMedia(video);
        playing.language = () => made.audioTracks[made.audioTrack]?.lang ?? null;
      } else if (name === 'shaka') {
        Shaka.polyfill.installAll();
        const made = new Shaka.Player();
        made.addEventListener('error', (event) => playing.errors.push(JSON.stringify(event)));
        playing.language = () => made.getAudioTracks().find(({ active }) => active)?.language ?? null;
        void made
          .attach(video)
          .then(() => made.load(url))
          .catch((error: unknown) => playing.errors.push(JSON.stringify(error)));
      } else {
        video.src = url;
      }
    },
    { name: player, url: stream.url, keys: stream.drm && base64Keys(stream.drm.clear_keys ?? {}) },
  );
}

/** The current state of the player. */
export const foreignState = (page: Page) =>
  page.evaluate(() => {
    const { playing } = window as unknown as ForeignWindow;
    const video = document.querySelector('video')!;
    return {
      errors: playing.errors,
      firstPicture: playing.firstPicture ?? null,
      language: playing.language(),
      seconds: video.currentTime,
      duration: video.duration,
      bufferedFrom: video.buffered.length > 0 ? video.buffered.start(0) : null,
    };
  });

export const seekForeign = (page: Page, seconds: number) =>
  page.evaluate((to) => {
    document.querySelector('video')!.currentTime = to;
  }, seconds);
