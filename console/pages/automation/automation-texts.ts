import type { TokenScope } from '#contract/console/endpoint.ts';
import type { ApiToken } from '#contract/console/tokens.ts';
import type { WebhookEvent, WebhookMessage } from '#contract/console/webhooks.ts';
import type { Tone } from '#console/ui/page.tsx';

export const SCOPE_NAMES: Record<TokenScope, string> = {
  'figures.read': '시청·매출 수치 읽기',
  'titles.read': '작품 읽기',
  'titles.write': '작품 바꾸기와 공개',
  'media.write': '영상 올리기와 인코딩',
};

export const EVENT_NAMES: Record<WebhookEvent, string> = {
  'trouble.started': '문제가 생김',
  'trouble.ended': '문제가 끝남',
  'title.released': '회차 공개',
  'video.failed': '영상 처리 실패',
  'order.paid': '결제',
  'order.refunded': '환불',
};

/** Korean name of an event; an event that this version does not know keeps its own name. */
export const eventName = (event: string): string =>
  event === 'test' ? '시험' : ((EVENT_NAMES as Record<string, string>)[event] ?? event);

export const TOKEN_STATES: Record<ApiToken['state'], readonly [Tone, string]> = {
  active: ['good', '사용 중'],
  expired: ['quiet', '기간 끝남'],
  revoked: ['quiet', '끝냄'],
};

export const MESSAGE_STATES: Record<WebhookMessage['state'], readonly [Tone, string]> = {
  waiting: ['info', '보내는 중'],
  taken: ['good', '받음'],
  'given-up': ['bad', '그만둠'],
};
