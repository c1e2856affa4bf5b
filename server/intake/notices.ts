import { storable, type CodedText } from './texts/coded-text.ts';
import { noticeOf } from './texts/notice-texts.ts';

/** What a video itself gives occasion for: hundreds of subtitles may lie beside it. */
const MOST_NOTICES = 20;
/** At the end, a few say what became of the title: they are kept however many came before. */
const MOST_AT_END = 40;

const MORE = 'NOTICES_LEFT_OUT' as const;
const isCount = ({ code }: CodedText) => code === MORE;

/**
 * Adds notices once, because a repeated step says the same again. Beyond a number they are counted, in one notice behind
 * the others.
 */
export function createNotices(before: readonly CodedText[]) {
  const countedBefore = Number(before.find(isCount)?.params['count'] ?? 0);
  const leftOut = new Set<string>();

  return (notices: readonly CodedText[], added: CodedText, isAtEnd = false): readonly CodedText[] => {
    const notice = storable(added);
    const told = notices.filter((each) => !isCount(each));
    if (told.some(({ message }) => message === notice.message)) return notices;
    if (told.length < (isAtEnd ? MOST_AT_END : MOST_NOTICES)) return [...told, notice, ...notices.filter(isCount)];
    leftOut.add(notice.message);
    return [...told, noticeOf(MORE, { count: Math.max(countedBefore, leftOut.size) })];
  };
}
