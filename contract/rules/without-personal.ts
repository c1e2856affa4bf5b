/** Removes what may name a person from a text about a crash: e-mail and page addresses, paths, and tokens. */
export const withoutPersonal = (text: string): string =>
  text
    .replace(/[^\s@/]+@[^\s@/]+/g, '…@…')
    .replace(/[?#][^\s:)]*/g, '')
    .replace(/[a-z-]+:\/\/[^\s()]*\/|\/(?:[^\s()/]+\/)+/gi, '')
    .replace(/[\w-]{32,}/g, '…');
