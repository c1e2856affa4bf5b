/**
 * Runs in the page before its own scripts, in the oldest engine's syntax. While enabled, it records when a key was
 * sent, when the frame with its move was made, which frames were dropped, and when the focus moved last.
 */
export const PROBE = `(function () {
  var isOn = false;
  var frames = [];
  var waits = [];
  var lastFrame = 0;
  var known = null;
  var changedAt = 0;
  var upAt = 0;
  var firstFocusAt = 0;
  var focused = function () { return window.__focused ? window.__focused() : null; };
  var afterPaint = function (tell) {
    var channel = new MessageChannel();
    channel.port1.onmessage = tell;
    channel.port2.postMessage(0);
  };
  (function watchFirst() {
    if (focused() !== null) afterPaint(function () { firstFocusAt = performance.now(); });
    else requestAnimationFrame(watchFirst);
  })();
  window.addEventListener('keydown', function (event) {
    if (!isOn) return;
    var sentAt = event.timeStamp;
    var before = focused();
    requestAnimationFrame(function () {
      afterPaint(function () {
        if (focused() !== before) waits.push(performance.now() - sentAt);
      });
    });
  }, true);
  window.addEventListener('keyup', function (event) { upAt = event.timeStamp; }, true);
  var onFrame = function (now) {
    if (!isOn) return;
    if (lastFrame) frames.push(now - lastFrame);
    lastFrame = now;
    var next = focused();
    if (next !== known) { known = next; changedAt = performance.now(); }
    requestAnimationFrame(onFrame);
  };
  window.__probe = {
    firstFocus: function () { return firstFocusAt; },
    start: function () {
      isOn = true; frames = []; waits = []; lastFrame = 0; known = focused(); changedAt = 0; upAt = 0;
      requestAnimationFrame(onFrame);
    },
    stop: function () {
      isOn = false;
      return JSON.stringify({ frames: frames, waits: waits, runsOn: upAt && changedAt ? Math.max(0, changedAt - upAt) : 0 });
    },
  };
})();`;

export interface Probed {
  /** Intervals between frames, in ms. */
  readonly frames: number[];
  /** From a key to the frame that shows its move, in ms. */
  readonly waits: number[];
  /** From the keyup to the last move, in ms. */
  readonly runsOn: number;
}
