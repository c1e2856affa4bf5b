/* How Korean speakers name letters: general knowledge of a listener, not a table of the app. */

const NAMES: Readonly<Record<string, string>> = {
  a: '에이', b: '비', c: '씨', d: '디', e: '이', f: '에프', g: '지', h: '에이치', i: '아이', j: '제이', k: '케이', l: '엘', m: '엠',
  n: '엔', o: '오', p: '피', q: '큐', r: '아르', s: '에스', t: '티', u: '유', v: '브이', w: '더블유', x: '엑스', y: '와이', z: '제트',
  ㄱ: '기역', ㄴ: '니은', ㄷ: '디귿', ㄹ: '리을', ㅁ: '미음', ㅂ: '비읍', ㅅ: '시옷', ㅇ: '이응', ㅈ: '지읒', ㅊ: '치읓', ㅋ: '키읔',
  ㅌ: '티읕', ㅍ: '피읖', ㅎ: '히읗', ㅏ: '아', ㅐ: '애', ㅑ: '야', ㅓ: '어', ㅔ: '에', ㅕ: '여', ㅗ: '오', ㅛ: '요', ㅜ: '우', ㅠ: '유',
  ㅡ: '으', ㅣ: '이',
  '0': '영', '1': '일', '2': '이', '3': '삼', '4': '사', '5': '오', '6': '육', '7': '칠', '8': '팔', '9': '구',
  '@': '골뱅이', '.': '점', '-': '하이픈', ' ': '띄어쓰기',
}; // prettier-ignore

/** Words under which a key with this character may be spoken. */
export function keyWords(character: string): readonly string[] {
  const name = NAMES[character];
  if (name === undefined) throw new Error(`no spoken name for ${character}`);
  return /\d/.test(character) ? [`숫자 ${name}`, name, character] : [name];
}
