/* The development server loads this before the app: `?platform=tizen`, or another kind of set, imitates that set. */
import type { SetKind } from '#platform/set-kind.ts';
import { showRemote } from '#tests/support/app/on-screen-remote.ts';
import { installTizenGlobals } from './tizen-globals.ts';
import { installWebosGlobals } from './webos-globals.ts';

const INSTALL = {
  tizen: () => installTizenGlobals(window),
  webos: () => installWebosGlobals(window),
} satisfies Record<SetKind, unknown>;

const wanted = new URLSearchParams(window.location.search).get('platform') ?? '';
if (Object.hasOwn(INSTALL, wanted)) {
  window.__television = INSTALL[wanted as SetKind]();
  showRemote(document, window.__television);
}
