/** Path of Shaka next to the page; it is not part of the bundle (engines.md, section 3.2). */
const SCRIPT_URL = 'vendor/shaka-player.compiled.js';

/**
 * Loads Shaka as a classic script, which sets `window.shaka`; resolves at once when it is loaded. Screens may call it
 * early to prefetch the player.
 * @throws Error when the script fails to load; the next call tries again.
 */
export function loadShakaScript(scriptUrl: string = SCRIPT_URL): Promise<void> {
  if ('shaka' in window) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const earlier = document.querySelector<HTMLScriptElement>(`script[data-shaka="${scriptUrl}"]`);
    const script = earlier ?? document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`script did not load: ${scriptUrl}`));
    });
    if (earlier) return;
    // Scripts that are added later come after pictures by default (Chromium 101 and newer).
    script.fetchPriority = 'high';
    script.src = scriptUrl;
    script.dataset['shaka'] = scriptUrl;
    document.head.appendChild(script);
  });
}
