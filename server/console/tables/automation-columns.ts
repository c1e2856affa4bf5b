import type { ApiToken } from '#contract/console/tokens.ts';
import type { WebhookMessage } from '#contract/console/webhooks.ts';
import type { CsvColumn } from '#server/lib/csv.ts';
import { timeCell } from './cells.ts';

const TOKEN_STATES = { active: '사용 중', expired: '기간 끝남', revoked: '끝냄' } as const;
const MESSAGE_STATES = { waiting: '보내는 중', taken: '받음', 'given-up': '그만둠' } as const;

/** Scopes and events keep the names that programs know. */
export const TOKEN_COLUMNS: readonly CsvColumn<ApiToken>[] = [
  ['이름', ({ name }) => name],
  ['할 수 있는 일', ({ scopes }) => scopes.join(', ')],
  ['상태', ({ state }) => TOKEN_STATES[state]],
  ['만든 때', ({ created_at }) => timeCell(created_at)],
  ['끝', ({ expires_at }) => timeCell(expires_at)],
  ['마지막 사용', ({ last_used_at }) => timeCell(last_used_at)],
  ['만든 사람', ({ made_by }) => made_by],
];

export const MESSAGE_COLUMNS: readonly CsvColumn<WebhookMessage>[] = [
  ['시각', ({ created_at }) => timeCell(created_at)],
  ['알린 것', ({ event }) => event],
  ['주소', ({ url }) => url],
  ['상태', ({ state }) => MESSAGE_STATES[state]],
  ['시도', ({ tries }) => tries],
  ['이유', ({ problem }) => problem],
  ['끝', ({ ended_at }) => timeCell(ended_at)],
];
