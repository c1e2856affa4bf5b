import { PLATFORM_LABELS } from '#contract/platforms.ts';
import type { ViewingOrder, ViewingSpan, ViewingStep } from '#contract/console/viewing.ts';

export const STEP_NAMES: Record<ViewingStep, string> = { day: '날마다', week: '주마다', month: '달마다' };
export const SPAN_NAMES: Record<ViewingSpan, string> = { day: '어제', week: '지난 7일', month: '지난 28일' };
export const ORDER_NAMES: Record<ViewingOrder, string> = {
  starts: '많이 시작한 순',
  minutes: '오래 본 순',
  rising: '늘어난 순',
  falling: '줄어든 순',
  never: '아무도 안 본 작품',
};

/** Names of devices and plans. */
export const GROUP_NAMES: Readonly<Record<string, string>> = {
  ...PLATFORM_LABELS,
  free: '이용권 없음',
  basic: '베이직',
  premium: '프리미엄',
};
