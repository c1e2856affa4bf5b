import { expect, test } from 'vitest';
import { guessLanguage, languageName, languageOf } from '#server/intake/plan/languages.ts';

test.each([
  ['ko', 'kor Korean KR 한국어 한글 국문 韓国語 韩语 韓語'],
  ['ja', 'jpn Japanese jp jap 일본어 日本語 日语 日語 日文'],
  ['en', 'eng English eg 영어 영문 英語 英语 英文'],
  ['zh', 'zho chinese cn 중국어 中文 中国語'],
  ['zh-Hans', 'chs sc gb gbk gb2312 zhs 간체 简体 简中 简体中文 简 jpsc scjp jpchs chsjp 简日 简日双语 zh_hans'],
  ['zh-Hant', 'cht tc big5 zht 번체 繁体 繁體 繁中 繁體中文 繁体中文 繁 jptc tcjp jpcht chtjp 繁日 繁日雙語 繁日双语'],
  ['fr', 'fra french 프랑스어'],
  ['de', 'deu german 독일어'],
  ['es', 'spa spanish 스페인어'],
  ['it', 'ita italian'],
  ['pt', 'por portuguese'],
  ['ru', 'rus russian 러시아어'],
  ['vi', 'vie vietnamese 베트남어'],
  ['th', 'tha thai 태국어'],
  ['id', 'ind indonesian'],
  ['ar', 'ara arabic'],
  ['pl', 'pol polish'],
  ['und', 'und xx signs a1 en-US-x-twain en-Latn-US-oxendict'],
])('%s is written as %s', (lang, written) => {
  for (const word of written.split(' ')) expect([word, languageOf(` ${word} `)]).toEqual([word, lang]);
});

test('viewers read the name of a language in Korean, and nothing for an unknown one', () => {
  expect([languageName('ja'), languageName('und')]).toEqual(['일본어', '']);
});

test.each([
  ['안녕, 세계', 'ko'],
  ['가나다라마바사 abc', 'ko'],
  ['가나다 abcdefg', 'und'],
  ['가나다 abcdef', 'ko'],
  ['おはよう世界', 'ja'],
  ['学校へ行く 東京都', 'ja'],
  ['世界和平', 'und'],
  ['12:30', 'und'],
  ['', 'und'],
])('the letters of "%s" are those of %s', (text, lang) => expect(guessLanguage(text)).toBe(lang));
