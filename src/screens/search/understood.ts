const FIRST = 0xac00;
const LAST = 0xd7a3;
const FINALS = 28;
/** Digits whose Korean reading ends in a consonant. */
const CLOSED_DIGITS = '013678';

/** A sentence about what was found instead of the typed text: ‘보라’를 찾았어요. */
export function understoodSentence(name: string): string {
  const letters = name.replace(/[^0-9A-Za-z가-힣]+$/, '');
  const last = letters.charAt(letters.length - 1);
  const code = last.charCodeAt(0);
  const isClosed =
    code >= FIRST && code <= LAST ? (code - FIRST) % FINALS > 0 : last !== '' && CLOSED_DIGITS.includes(last);
  return `‘${name}’${isClosed ? '을' : '를'} 찾았어요`;
}
