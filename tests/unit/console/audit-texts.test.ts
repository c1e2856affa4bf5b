import { expect, test } from 'vitest';
import { fieldText } from '#console/pages/staff/audit-texts.ts';

test.each([
  [
    'subtitles',
    ['한국어 (ko, subtitle)', '일본어 자막 (ja, caption)'],
    '한국어 (대사), 일본어 자막 (일본어, 청각 장애인용)',
  ],
  [
    'sounds',
    ['원어 (일본어) (ja, main)', '해설 (und, description)'],
    '원어 (일본어) (일본어, 원음), 해설 (언어 모름, 화면 해설)',
  ],
  ['sounds', ['옛 소리'], '옛 소리'],
  ['subtitles', [], '없음'],
  ['names', [{ lang: 'ja', name: 'ゆき' }], '언어 일본어 · 이름 ゆき'],
  ['source', '/srv/bora/videos/달빛 여우 - 01.mkv', '달빛 여우 - 01.mkv'],
])('the log says the field %s in words', (field, value, text) => {
  expect(fieldText(field, value)).toBe(text);
});
