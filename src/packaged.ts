/*
 * Entry of the packages: polyfills for Chromium 53, the oldest engine of a set, then the app. The web's build for old
 * browsers takes those of this file, which begin at 63.
 */
import './packaged-53.ts';
import 'core-js/modules/es.symbol.description.js';
import 'core-js/modules/es.symbol.match-all.js';
import 'core-js/modules/es.error.cause.js';
import 'core-js/modules/es.aggregate-error.js';
import 'core-js/modules/es.array.at.js';
import 'core-js/modules/es.array.find-last.js';
import 'core-js/modules/es.array.find-last-index.js';
import 'core-js/modules/es.array.flat.js';
import 'core-js/modules/es.array.flat-map.js';
import 'core-js/modules/es.array.sort.js';
import 'core-js/modules/es.object.from-entries.js';
import 'core-js/modules/es.object.has-own.js';
import 'core-js/modules/es.promise.all-settled.js';
import 'core-js/modules/es.promise.any.js';
import 'core-js/modules/es.promise.finally.js';
import 'core-js/modules/es.string.at-alternative.js';
import 'core-js/modules/es.string.match-all.js';
import 'core-js/modules/es.string.replace-all.js';
import 'core-js/modules/es.string.trim-end.js';
import 'core-js/modules/es.string.trim-start.js';
import 'core-js/modules/web.queue-microtask.js';
import 'abortcontroller-polyfill/dist/polyfill-patch-fetch';
import './main.tsx';
