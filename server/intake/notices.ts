import { storable, type CodedText } from './texts/coded-text.ts';

const MOST_NOTICES = 20;

/** Adds a notice once: a repeated step says the same again. */
export function withNotice(notices: readonly CodedText[], added: CodedText): readonly CodedText[] {
  const notice = storable(added);
  const isKnown = notices.some(({ message }) => message === notice.message);
  return isKnown || notices.length >= MOST_NOTICES ? notices : [...notices, notice];
}
