import type { Stream } from '#contract/playback.ts';
import { shakaConfigurationOf } from '#src/player/engine/shaka-configuration.ts';
import type { CdpPage } from '#tests/support/browser/cdp.ts';

/* The floor: the same stream with Shaka alone, on an otherwise empty page. */

/** Loads Shaka's script, as the app does on a title's screen. @returns how long that took, in ms. */
export async function prepareFloor(page: CdpPage, url: string): Promise<number> {
  // Any address of the same origin; its content is discarded.
  await page.client.Page.setBypassCSP({ enabled: true });
  await page.goto(`${url}/api/v1.0/status/`);
  return page.evaluate<number>(`new Promise(function (resolve, reject) {
    var beganAt = performance.now();
    document.body.innerHTML = '<video style="position:fixed;top:0;left:0;width:100%;height:100%"></video>';
    var script = document.createElement('script');
    script.src = '/vendor/shaka-player.compiled.js';
    script.onload = function () { shaka.polyfill.installAll(); resolve(performance.now() - beganAt); };
    script.onerror = reject;
    document.head.appendChild(script);
  })`);
}

/** Plays from `fromSeconds`; returns the start time, in ms of the page. */
export function playFloor(page: CdpPage, stream: Stream, fromSeconds: number): Promise<number> {
  const request = { streams: [stream], startAtSeconds: fromSeconds, subtitles: [], subtitleKey: null };
  const configuration = JSON.stringify(shakaConfigurationOf(stream, request, [], 10));
  return page.evaluate<number>(`(function () {
    var beganAt = performance.now();
    var video = document.querySelector('video');
    __probe.frameAt = __probe.playingAt = 0;
    var going = window.__player ? window.__player.destroy() : Promise.resolve();
    going.then(function () {
      beganAt = performance.now();
      var player = (window.__player = new shaka.Player());
      player.configure(${configuration});
      return player.attach(video)
        .then(function () { return player.load(${JSON.stringify(stream.url)}, ${fromSeconds}, 'application/dash+xml'); })
        .then(function () { return video.play(); });
    });
    return going.then(function () { return beganAt; });
  })()`);
}
