/** Runs before the page's scripts: records the first paint, when home had the focus, and when its pictures were drawn. */
export const PROBE = `(function () {
  var probe = { focusAt: 0, picturesAt: 0 };
  window.__probe = probe;
  function look() {
    var now = performance.now();
    var focused = document.activeElement;
    var key = focused && focused.getAttribute && focused.getAttribute('data-focus-key');
    if (!probe.focusAt && key === 'home/play') probe.focusAt = now;
    if (probe.focusAt && !probe.picturesAt) {
      var pictures = [].filter.call(document.images, function (image) {
        var box = image.getBoundingClientRect();
        return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
      });
      var areThere = pictures.length > 1 && pictures.every(function (image) {
        return image.complete && image.naturalWidth > 0;
      });
      if (areThere) probe.picturesAt = now;
    }
    if (!probe.picturesAt) requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
})();`;

export interface Probed {
  /** In ms from the navigation, in the first frame after the event. */
  readonly focusAt: number;
  readonly picturesAt: number;
}
