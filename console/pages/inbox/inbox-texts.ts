import type { InboxFindings, LeftOutKind, OwnAccess } from '#contract/console/inbox.ts';
import type { ContentRating } from '#contract/profiles.ts';

/** Videos that are no episodes. */
export const LEFT_OUT_NAMES: Readonly<Record<LeftOutKind, string>> = {
  opening: '오프닝만 있는 영상',
  ending: '엔딩만 있는 영상',
  trailer: '예고편',
  extra: '특전 영상',
};

/** The last part of a path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const languages = new Intl.DisplayNames('ko', { type: 'language' });

export const languageText = (lang: string) => (lang === 'und' ? '언어 모름' : (languages.of(lang) ?? lang));

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
    ...(picture === null
      ? []
      : [
          `${picture.width}×${picture.height}`,
          picture.codec,
          ...(picture.frame_rate === null ? [] : [`${picture.frame_rate}fps`]),
        ]),
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
    ...(picture === null || picture.range === 'sdr' ? [] : ['HDR 영상이라 SDR 색으로 바꿔요.']),
    ...(picture?.is_interlaced ? ['인터레이스 영상이라 풀어서 만들어요.'] : []),
    ...(sounds.length === 0 ? ['소리가 없어요.'] : []),
    ...(cntPictures > 0 ? [`그림으로 된 자막 ${cntPictures}개는 그림 그대로 보여요. 읽어 줄 수는 없어요.`] : []),
  ];
}

/** `poster` and the like, as operators say it. */
export const PICTURE_NAMES = { poster: '포스터', wide: '가로 그림', backdrop: '배경' } as const;

export const ACCESS_NAMES: readonly (readonly [OwnAccess, string])[] = [
  ['free', '누구나'],
  ['avod', '이용권 또는 광고'],
  ['membership', '이용권'],
];
export const RATING_NAMES: readonly (readonly [ContentRating, string])[] = [
  ['all', '전체'],
  ['7', '7세'],
  ['12', '12세'],
  ['15', '15세'],
  ['19', '19세'],
];
