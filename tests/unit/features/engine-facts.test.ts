import { expect, test } from 'vitest';
import { engineLabel } from '#src/lib/engine-label.ts';

const webkit = (rest: string) => `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

test.each([
  [webkit('Chrome/141.0.0.0 Safari/537.36'), 'Chromium 141'],
  [webkit('HeadlessChrome/141.0.7390.37 Safari/537.36'), 'Chromium 141'],
  [webkit('Ubuntu Chromium/141.0.7390.37 Safari/537.36'), 'Chromium 141'],
  [webkit('Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'), 'Edge 141 · Chromium 141'],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 Chrome/63.0.3239.84 TV Safari/537.36',
    'Tizen 5.0 · Chromium 63 · Safari 5',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  ['something else', '알 수 없음'],
])('the engine label of "%s" is right', (userAgent, label) => {
  expect(engineLabel(userAgent)).toBe(label);
});
