import type { ContentRating } from '#contract/profiles.ts';
import type { Choice } from '#src/ui/dialog/choice-dialog.tsx';

export const ageLimits: readonly Choice<ContentRating>[] = [
  { value: 'all', label: '전체 관람가', detail: '모두가 볼 수 있는 작품만' },
  { value: '7', label: '7세 이하', detail: '7세 등급까지' },
  { value: '12', label: '12세 이하', detail: '12세 등급까지' },
  { value: '15', label: '15세 이하', detail: '15세 등급까지' },
  { value: '19', label: '제한 없음', detail: '19세 등급까지 모두' },
];

export const ageLimitLabel = (rating: ContentRating): string =>
  ageLimits.find(({ value }) => value === rating)?.label ?? rating;
