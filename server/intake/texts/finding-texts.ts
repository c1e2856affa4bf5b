import type { subtitleParams } from '../plan/subtitles.ts';
import type { Finding } from '../subtitles/convert.ts';
import type { CodedText } from './coded-text.ts';
import { noticeOf } from './notice-texts.ts';

/** What is known about a file: `tooLarge` where its bytes or its time say so. */
export type Found = Finding | { readonly kind: 'tooLarge' };

/** What the operator hears about a subtitle. */
export function noticeOfFinding(finding: Found, params: ReturnType<typeof subtitleParams>): CodedText {
  switch (finding.kind) {
    case 'empty':
      return noticeOf('SUBTITLE_EMPTY', params);
    case 'tooLarge':
      return noticeOf('SUBTITLE_TOO_LARGE', params);
    case 'undecodable':
      return noticeOf('SUBTITLE_UNDECODABLE', params);
    case 'encoding':
      return noticeOf('SUBTITLE_ENCODING', { ...params, encoding: finding.encoding });
    case 'lost':
      return noticeOf('SUBTITLE_LOST', { ...params, count: finding.lost });
    case 'untimed':
      return noticeOf('SUBTITLE_UNTIMED', { ...params, count: finding.cues });
    case 'cut':
      return noticeOf('SUBTITLE_CUT', { ...params, count: finding.cues });
    case 'long':
      return noticeOf('SUBTITLE_LONG', { ...params, count: finding.cues });
  }
}
