/* What Chromium 53 to 62 lacks besides the polyfills in packaged.ts (docs/decisions/202). */
import 'core-js/modules/es.object.entries.js';
import 'core-js/modules/es.object.get-own-property-descriptors.js';
import 'core-js/modules/es.object.values.js';
import 'core-js/modules/es.string.pad-start.js';
import 'core-js/modules/es.symbol.async-iterator.js';
