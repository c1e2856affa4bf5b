import type { Key } from './layers.ts';

const LATIN =
  '에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 아르 에스 티 유 브이 더블유 엑스 와이 제트'.split(
    ' ',
  );
const DIGITS = '영 일 이 삼 사 오 육 칠 팔 구'.split(' ');
const CONSONANTS: Record<string, string> = {
  ㄱ: '기역',
  ㄴ: '니은',
  ㄷ: '디귿',
  ㄹ: '리을',
  ㅁ: '미음',
  ㅂ: '비읍',
  ㅅ: '시옷',
  ㅇ: '이응',
  ㅈ: '지읒',
  ㅊ: '치읓',
  ㅋ: '키읔',
  ㅌ: '티읕',
  ㅍ: '피읖',
  ㅎ: '히읗',
  ㄲ: '쌍기역',
  ㄸ: '쌍디귿',
  ㅃ: '쌍비읍',
  ㅆ: '쌍시옷',
  ㅉ: '쌍지읒',
};
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
/** Code point of 아, and the distance between consecutive vowels after ㅇ. */
const A = 0xc544;
const VOWEL_STEP = 28;

const SIGNS: Record<string, string> = {
  ' ': '띄어쓰기',
  '!': '느낌표',
  '?': '물음표',
  '#': '우물 정',
  $: '달러',
  '%': '퍼센트',
  '^': '꺾쇠',
  '&': '앤드',
  '*': '별표',
  '(': '여는 괄호',
  ')': '닫는 괄호',
  "'": '작은따옴표',
  '"': '큰따옴표',
  ',': '쉼표',
  '.': '점',
  ';': '쌍반점',
  ':': '쌍점',
  '/': '빗금',
  '\\': '역빗금',
  '|': '세로줄',
  '~': '물결표',
  '+': '더하기',
  '=': '같음',
  '<': '작음',
  '>': '큼',
  '[': '여는 대괄호',
  ']': '닫는 대괄호',
  '{': '여는 중괄호',
  '}': '닫는 중괄호',
  '@': '골뱅이',
  '`': '억음 부호',
  '-': '하이픈',
  _: '밑줄',
  '.com': '점 컴',
};

/** The spoken name of a character. */
export function characterName(character: string): string {
  if (/^[a-z]$/.test(character)) return LATIN[character.charCodeAt(0) - 97] ?? character;
  if (/^[A-Z]$/.test(character)) return `대문자 ${LATIN[character.charCodeAt(0) - 65] ?? character}`;
  if (/^[0-9]$/.test(character)) return `숫자 ${DIGITS[Number(character)] ?? character}`;
  const vowel = VOWELS.indexOf(character);
  if (vowel >= 0) return String.fromCharCode(A + vowel * VOWEL_STEP);
  return CONSONANTS[character] ?? SIGNS[character] ?? character;
}

/** The spoken name of a key. */
export function keyName(key: Key): string {
  switch (key.action.type) {
    case 'character':
      return characterName(key.action.character);
    case 'shift':
      return key.label === '⇪' ? '대문자 고정됨, 풀기' : '윗글쇠';
    case 'layer':
      return `${key.label} 자판으로 바꾸기`;
    case 'backspace':
    case 'clear':
    case 'done':
      return key.label;
  }
}
