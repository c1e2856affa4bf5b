/* The development server loads this before the app: `?platform=tizen` or `?platform=webos` imitates that set. */
import { showRemote } from '#tests/support/app/on-screen-remote.ts';
import { installTizenGlobals } from './tizen-globals.ts';
import { installWebosGlobals } from './webos-globals.ts';

const wanted = new URLSearchParams(window.location.search).get('platform');
if (wanted === 'tizen') window.__television = installTizenGlobals(window);
if (wanted === 'webos') window.__television = installWebosGlobals(window);
if (window.__television) showRemote(document, window.__television);
