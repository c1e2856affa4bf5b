import { MOST_WEIGHT, type AdvertisementFields, type OperatedAdvertisement } from '#contract/console/advertisements.ts';
import { instantOf, toFieldTime } from '#console/lib/format.ts';

/** The fields as they are typed. */
export interface Typed {
  title: string;
  clipId: string;
  skipAfter: string;
  weight: string;
  startsAt: string;
  endsAt: string;
}

export const typedOf = (shown: OperatedAdvertisement | null, clipId: string): Typed => ({
  title: shown?.title ?? '',
  clipId: shown?.clip.id ?? clipId,
  skipAfter: shown ? String(shown.skip_after ?? '') : '5',
  weight: String(shown?.weight ?? 1),
  startsAt: shown?.starts_at ? toFieldTime(shown.starts_at) : '',
  endsAt: shown?.ends_at ? toFieldTime(shown.ends_at) : '',
});

export const fieldsOf = (typed: Typed, shown: OperatedAdvertisement | null): AdvertisementFields => ({
  title: typed.title,
  clip_id: typed.clipId,
  skip_after: typed.skipAfter.trim() === '' ? null : Number(typed.skipAfter),
  weight: Number(typed.weight),
  starts_at: instantOf(typed.startsAt, shown?.starts_at),
  ends_at: instantOf(typed.endsAt, shown?.ends_at),
});

/** Why the form cannot be sent yet; null when it can. */
export function problemOf({ title, clipId, skipAfter, weight, startsAt, endsAt }: Typed): string | null {
  if (title.trim() === '') return '이름을 적어 주세요.';
  if (clipId === '') return '영상을 골라 주세요.';
  if (!/^\d{0,5}$/.test(skipAfter.trim())) return '건너뛰기는 초로 적어 주세요. 비워 두면 건너뛸 수 없어요.';
  if (!/^\d{1,3}$/.test(weight.trim()) || Number(weight) < 1 || Number(weight) > MOST_WEIGHT)
    return `비중은 1부터 ${MOST_WEIGHT}까지예요.`;
  if (startsAt !== '' && endsAt !== '' && endsAt <= startsAt) return '끝나는 시각은 시작하는 시각보다 뒤여야 해요.';
  return null;
}
