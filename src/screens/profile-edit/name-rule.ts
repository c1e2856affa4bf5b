/** Longest name, in characters (contract.md, section 4). */
const MOST_CHARACTERS = 20;

/** The viewer's text for an invalid name, or null. */
export function nameProblem(name: string): string | null {
  const length = Array.from(name.normalize('NFC').trim()).length;
  if (length === 0) return '이름을 입력해 주세요.';
  return length > MOST_CHARACTERS ? `이름은 ${MOST_CHARACTERS}자까지 쓸 수 있어요.` : null;
}
