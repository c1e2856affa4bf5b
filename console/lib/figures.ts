import type { PlaybackQuality } from '#contract/console/overview.ts';

/** Figures of 현황 in words. */

/** `1.2초`; below a tenth of a second `80ms`. */
export const durationText = (ms: number): string =>
  ms > 0 && ms < 100 ? `${Math.round(ms)}ms` : `${(ms / 1000).toFixed(ms > 0 && ms < 9950 ? 1 : 0)}초`;

/** `0.31%`: the share of 0 to 1. */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent === 0 || percent >= 10 ? percent.toFixed(0) : percent.toFixed(percent < 1 ? 2 : 1)}%`;
}

/** `12분`, `3.5시간`, `1,204시간` */
export function watchText(seconds: number): string {
  const hours = seconds / 3600;
  if (hours < 1) return `${Math.round(seconds / 60)}분`;
  return `${hours < 10 ? hours.toFixed(1).replace(/\.0$/, '') : Math.round(hours).toLocaleString('ko-KR')}시간`;
}

const korean = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', ...options });
const hour = korean({ hour: '2-digit', hourCycle: 'h23' });
const day = korean({ month: 'numeric', day: 'numeric' });
const dayNumbers = (at: string) =>
  day
    .formatToParts(new Date(at))
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join('/');

/** `14시` */
export const hourText = (at: string): string => `${parseInt(hour.format(new Date(at)), 10)}시`;
/** `11/23` */
export const dayText = dayNumbers;

const OF_APP: Readonly<Record<string, string>> = {
  APP_TIMEOUT: '시간 초과',
  APP_NETWORK: '네트워크',
  APP_NOT_FOUND: '파일 없음',
  APP_UNSUPPORTED: '지원하지 않는 형식',
  APP_DRM: '보호 방식',
  APP_DECODE: '디코딩',
  APP_UNKNOWN: '알 수 없음',
  PLAYBACK_EXPIRED: '재생 권한 끝남',
};
/** Categories of Shaka's codes, by their thousands. */
const OF_SHAKA = ['', '네트워크', '자막', '미디어', '매니페스트', '스트리밍', '보호 방식', '플레이어'];

/** A failure code in words, such as `미디어`; empty for an unknown code. */
export const failureName = (code: string): string =>
  OF_APP[code] ?? OF_SHAKA[Number(/^SHAKA_(\d)\d{3}$/.exec(code)?.[1] ?? 0)] ?? '';

const RENDITIONS: Readonly<Record<string, string>> = {
  none: '재생하지 못함',
  'below 1 Mbit/s': '1 Mbit/s 미만',
  '1 to 2.5 Mbit/s': '1–2.5 Mbit/s',
  '2.5 to 5 Mbit/s': '2.5–5 Mbit/s',
  '5 to 10 Mbit/s': '5–10 Mbit/s',
  'above 10 Mbit/s': '10 Mbit/s 이상',
};
export const renditionName = (name: string): string => RENDITIONS[name] ?? name;
export const otherName = (name: string): string => (name === 'other' ? '그 밖' : name);

const NONE = '—';
/** The text of a figure, or a dash where there is none. */
export const orNone = (value: number | null, text: (value: number) => string) => (value === null ? NONE : text(value));
/** Share of failed playbacks; null without playbacks. */
export const failedShare = ({ cnt_failed: failed, cnt_playback: all }: PlaybackQuality) =>
  all === 0 ? null : failed / all;
