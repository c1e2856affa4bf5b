/** Runs before the page's scripts: records when OK went down, and when its picture appeared. */
export const PROBE = `(function () {
  var probe = { okAt: 0, frameAt: 0, seekedAt: 0, playingAt: 0 };
  var onFrame = function (video, tell) {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(tell);
    else tell();
  };
  window.addEventListener('keydown', function (event) {
    if (event.keyCode !== 13) return;
    probe.okAt = event.timeStamp;
    probe.frameAt = probe.seekedAt = 0;
  }, true);
  document.addEventListener('loadedmetadata', function (event) {
    onFrame(event.target, function () { probe.frameAt = probe.frameAt || performance.now(); });
  }, true);
  document.addEventListener('seeked', function (event) {
    onFrame(event.target, function () { probe.seekedAt = performance.now(); });
  }, true);
  document.addEventListener('playing', function () { probe.playingAt = performance.now(); }, true);
  window.__probe = probe;
})();`;

export interface Probed {
  /** Times of the page, in ms; 0 if it did not happen. */
  readonly okAt: number;
  readonly frameAt: number;
  readonly seekedAt: number;
  readonly playingAt: number;
  /** When the element of the episode before left the page, where that is watched. */
  readonly goneAt?: number;
}
