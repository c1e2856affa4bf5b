/** Spoken after the name of what OK can be held on: what the hold does, or that OK opens a menu (docs/decisions/227). */
export const holdHint = (arePressesSingle: boolean, effect: string): string =>
  arePressesSingle ? '누르면 메뉴' : `길게 누르면 ${effect}`;

/** The same as a sentence on the screen. */
export const holdSentence = (arePressesSingle: boolean, effect: string): string =>
  arePressesSingle ? '확인을 누르면 메뉴가 나와요' : `확인을 길게 누르면 ${effect}`;
