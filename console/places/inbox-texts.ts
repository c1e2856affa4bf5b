import type { InboxFindings } from '#contract/console/inbox.ts';

/** The last part of a path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const languages = new Intl.DisplayNames('ko', { type: 'language' });

const languageText = (lang: string) => (lang === 'und' ? '언어 모름' : (languages.of(lang) ?? lang));

/** `24:05`, `1:42:10` */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const channelsText = (channels: number) =>
  ({ 1: '모노', 2: '스테레오', 6: '5.1', 8: '7.1' })[channels] ?? `${channels}채널`;

const withNotes = (text: string, notes: readonly (string | false)[]) => {
  const shown = notes.filter((note) => note !== false && note !== '');
  return shown.length === 0 ? text : `${text} (${shown.join(', ')})`;
};

export const pictureText = ({ seconds, picture }: InboxFindings): string =>
  [
    lengthText(seconds),
    `${picture.width}×${picture.height}`,
    picture.codec,
    ...(picture.frame_rate === null ? [] : [`${picture.frame_rate}fps`]),
  ].join(' · ');

export const soundsText = ({ sounds }: InboxFindings): string =>
  sounds.length === 0
    ? '소리 없음'
    : `소리 ${sounds
        .map(({ lang, channels, title, is_for_blind: isForBlind, is_comment: isComment }) =>
          withNotes(`${languageText(lang)} ${channelsText(channels)}`, [
            title,
            isForBlind && '화면 해설',
            isComment && '코멘터리',
          ]),
        )
        .join(', ')}`;

export const subtitlesText = ({ subtitles }: InboxFindings): string | null =>
  subtitles.length === 0
    ? null
    : `자막 ${subtitles
        .map(({ lang, title, is_forced: isForced, is_for_deaf: isForDeaf, is_text: isText }) =>
          withNotes(languageText(lang), [title, isForced && '간판', isForDeaf && '청각장애인용', !isText && '그림']),
        )
        .join(', ')}`;

/** What the operator should know before the video is encoded. */
export function noticesOf({ picture, sounds, subtitles }: InboxFindings): string[] {
  const cntPictures = subtitles.filter(({ is_text: isText }) => !isText).length;
  return [
    ...(picture.range === 'sdr' ? [] : ['HDR 영상이라 SDR 색으로 바꿔요.']),
    ...(picture.is_interlaced ? ['인터레이스 영상이라 풀어서 만들어요.'] : []),
    ...(sounds.length === 0 ? ['소리가 없어요.'] : []),
    ...(cntPictures > 0 ? [`그림으로 된 자막 ${cntPictures}개는 쓸 수 없어서 빠져요.`] : []),
  ];
}

const PROBLEMS: Readonly<Record<string, string>> = {
  SOURCE_EMPTY: '빈 파일이에요(0바이트). 다시 복사해 주세요.',
  SOURCE_PLAYLIST: '다른 파일을 가리키는 재생 목록이에요. 영상 파일을 넣어 주세요.',
  SOURCE_NO_VIDEO: '영상으로 읽을 수 없는 파일이에요. 다른 곳에서 재생되는지 확인해 주세요.',
  SOURCE_TRUNCATED: '뒤가 잘린 파일이에요. 다시 복사하거나 내려받아 주세요.',
  SOURCE_TOO_LONG: '12시간보다 길어요. 회차별로 잘라 주세요.',
  SOURCE_TOO_LARGE: '화면이나 트랙이 너무 많고 커요. 줄여서 다시 넣어 주세요.',
  SOURCE_UNSUPPORTED: '지원하지 않는 파일이에요. 다른 파일을 넣어 주세요.',
  SOURCE_MISSING: '파일이 없어졌거나 읽을 수 없어요.',
  SOURCE_LINK: '폴더 밖의 파일로 가는 링크예요. 파일 자체를 넣어 주세요.',
};

export const problemText = ({ code, message }: { code: string; message: string }): string => PROBLEMS[code] ?? message;

/** `poster` and the like, as operators say it. */
export const PICTURE_NAMES = { poster: '포스터', wide: '가로 그림', backdrop: '배경' } as const;
