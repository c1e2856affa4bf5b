import type { SupportedAccount, SupportedOrder } from '#contract/console/accounts.ts';
import type { AdvertisementFigures, OperatedAdvertisement } from '#contract/console/advertisements.ts';
import type { NamedAuditEntry } from '#contract/console/audit.ts';
import type { Inbox } from '#contract/console/inbox.ts';
import type { OperatedCrash } from '#contract/console/overview.ts';
import type { RequestedTitle } from '#contract/console/requests.ts';
import type { ModeratedReview } from '#contract/console/reviews.ts';
import type { ServiceHealth } from '#contract/console/service.ts';
import type { Staff, StaffSession } from '#contract/console/staff.ts';
import type { OperatedEpisode, OperatedTitle } from '#contract/console/titles.ts';
import type { MediaJob } from '#contract/console/media.ts';
import type { CsvColumn } from '#server/lib/csv.ts';
import { nameOf, timeCell } from './cells.ts';

/* The columns of each table: those that the console shows, with plain values in place of sentences. */

export const TITLE_COLUMNS: readonly CsvColumn<OperatedTitle>[] = [
  ['번호', ({ id }) => id],
  ['제목', ({ name }) => name],
  ['상태', ({ state }) => nameOf(state)],
  ['공개 시각', ({ at }) => timeCell(at)],
  ['안내 문구', ({ notice }) => notice],
  ['공개한 회차', ({ cnt_out }) => cnt_out],
  ['모든 회차', ({ cnt_episode }) => cnt_episode],
];

export const EPISODE_COLUMNS: readonly CsvColumn<OperatedEpisode>[] = [
  ['번호', ({ id }) => id],
  ['순서', ({ order }) => order],
  ['회차', ({ episode_num }) => episode_num],
  ['제목', ({ subject }) => subject],
  ['상태', ({ state }) => nameOf(state)],
  ['공개 시각', ({ at }) => timeCell(at)],
  ['안내 문구', ({ notice }) => notice],
];

export const MEDIA_COLUMNS: readonly CsvColumn<Pick<MediaJob, MediaField>>[] = [
  ['파일', ({ name }) => name],
  ['용도', ({ use }) => nameOf(use)],
  ['작품', ({ title_name, new_title }) => title_name ?? new_title],
  ['회차', ({ episode_num }) => episode_num],
  ['상태', ({ state }) => nameOf(state)],
  ['시도', ({ tries }) => tries],
  ['오류', ({ last_error }) => last_error],
  ['작업 프로세스', ({ worker }) => worker],
  ['만든 때', ({ created_at }) => timeCell(created_at)],
  ['시작', ({ started_at }) => timeCell(started_at)],
  ['끝', ({ ended_at }) => timeCell(ended_at)],
];
type MediaField =
  | 'name'
  | 'use'
  | 'title_name'
  | 'new_title'
  | 'episode_num'
  | 'state'
  | 'tries'
  | 'last_error'
  | 'worker'
  | 'created_at'
  | 'started_at'
  | 'ended_at';

export const INBOX_COLUMNS: readonly CsvColumn<Inbox['files'][number]>[] = [
  ['파일', ({ path }) => path],
  ['종류', ({ kind }) => nameOf(kind)],
  ['온 곳', ({ origin }) => nameOf(origin)],
  ['바이트', ({ bytes }) => bytes],
  ['상태', ({ state }) => nameOf(state)],
  ['문제', ({ problem }) => problem?.message ?? null],
  ['올린 사람', ({ uploaded_by }) => uploaded_by],
  ['온 때', ({ created_at }) => timeCell(created_at)],
];

export const REVIEW_COLUMNS: readonly CsvColumn<ModeratedReview>[] = [
  ['작품 번호', ({ title }) => title.id],
  ['작품', ({ title }) => title.name],
  ['쓴 사람', ({ author }) => author],
  ['글', ({ text }) => text],
  ['신고', ({ cnt_report }) => cnt_report],
  ['신고 이유', ({ reasons }) => reasons.map(({ reason, cnt }) => `${nameOf(reason)} ${cnt}`).join(', ')],
  ['마지막 신고', ({ reported_at }) => timeCell(reported_at)],
  ['숨긴 때', ({ hidden_at }) => timeCell(hidden_at)],
  ['쓴 때', ({ created_at }) => timeCell(created_at)],
];

export const REQUEST_COLUMNS: readonly CsvColumn<RequestedTitle>[] = [
  ['작품 번호', ({ title }) => title.id],
  ['작품', ({ title }) => title.name],
  ['요청', ({ cnt_request }) => cnt_request],
  ['마지막 요청', ({ requested_at }) => timeCell(requested_at)],
  ['상태', ({ status }) => nameOf(status)],
];

const AD_FIGURES: readonly CsvColumn<AdvertisementFigures>[] = [
  ['노출', ({ cnt_impression }) => cnt_impression],
  ['시작', ({ cnt_start }) => cnt_start],
  ['끝까지', ({ cnt_complete }) => cnt_complete],
  ['건너뜀', ({ cnt_skip }) => cnt_skip],
  ['오류', ({ cnt_error }) => cnt_error],
  ['완료율', ({ completion_rate }) => completion_rate],
];

export const ADVERTISEMENT_COLUMNS: readonly CsvColumn<OperatedAdvertisement>[] = [
  ['번호', ({ id }) => id],
  ['이름', ({ title }) => title],
  ['영상', ({ clip }) => clip.name ?? clip.id],
  ['길이(초)', ({ clip }) => clip.duration],
  ['건너뛰기까지(초)', ({ skip_after }) => skip_after],
  ['비중', ({ weight }) => weight],
  ['상태', ({ state }) => nameOf(state)],
  ['기간 시작', ({ starts_at }) => timeCell(starts_at)],
  ['기간 끝', ({ ends_at }) => timeCell(ends_at)],
  ...AD_FIGURES.map(([name, cell]): CsvColumn<OperatedAdvertisement> => [name, ({ total }) => cell(total)]),
];

export const ADVERTISEMENT_DAY_COLUMNS: readonly CsvColumn<AdvertisementFigures & { day: string }>[] = [
  ['날짜', ({ day }) => day],
  ...AD_FIGURES,
];

const MONEY_BACK = { provider: '결제사', hand: '직접', done: '돌려줌' } as const;

export const ORDER_COLUMNS: readonly CsvColumn<SupportedOrder>[] = [
  ['주문', ({ name }) => name],
  ['작품', ({ title }) => title],
  ['종류', ({ kind }) => nameOf(kind)],
  ['가격', ({ price }) => price],
  ['상태', ({ status }) => nameOf(status)],
  ['주문한 때', ({ created_at }) => timeCell(created_at)],
  ['권리 끝', ({ ends_at }) => timeCell(ends_at)],
  ['환불한 때', ({ refunded_at }) => timeCell(refunded_at)],
  ['환불 이유', ({ refund_reason }) => refund_reason],
  ['돈을 돌려주는 곳', ({ money_back }) => money_back && MONEY_BACK[money_back]],
  ['결제 번호', ({ payment }) => payment?.provider_id ?? null],
];

export const DEVICE_COLUMNS: readonly CsvColumn<SupportedAccount['devices'][number]>[] = [
  ['이름', ({ device }) => device.name],
  ['모델', ({ device }) => device.model],
  ['종류', ({ device }) => nameOf(device.platform)],
  ['로그인', ({ created_at }) => timeCell(created_at)],
  ['마지막 사용', ({ last_seen_at }) => timeCell(last_seen_at)],
];

export const CRASH_COLUMNS: readonly CsvColumn<OperatedCrash>[] = [
  ['오류', ({ message }) => message],
  ['화면', ({ screen }) => screen],
  ['기기', ({ platform }) => nameOf(platform)],
  ['엔진', ({ engine }) => engine],
  ['앱 버전', ({ app_version }) => app_version],
  ['횟수', ({ cnt }) => cnt],
  ['처음', ({ first_at }) => timeCell(first_at)],
  ['마지막', ({ last_at }) => timeCell(last_at)],
];

export const JOB_COLUMNS: readonly CsvColumn<ServiceHealth['jobs'][number]>[] = [
  ['작업', ({ name }) => name],
  ['상태', ({ state }) => nameOf(state)],
  ['주기(초)', ({ every_seconds }) => every_seconds],
  ['마지막 실행', ({ last_run_at }) => timeCell(last_run_at)],
  ['걸린 시간(ms)', ({ last_duration_ms }) => last_duration_ms],
  ['다음 실행', ({ next_run_at }) => timeCell(next_run_at)],
  ['실패', ({ failures }) => failures],
  ['마지막 오류', ({ last_error }) => last_error],
];

export const STAFF_COLUMNS: readonly CsvColumn<Staff>[] = [
  ['이메일', ({ email }) => email],
  ['역할', ({ role }) => nameOf(role)],
  ['상태', ({ state }) => nameOf(state)],
  ['접속', ({ cnt_session }) => cnt_session],
  ['남은 복구 코드', ({ cnt_recovery_code }) => cnt_recovery_code],
  ['마지막 사용', ({ last_used_at }) => timeCell(last_used_at)],
  ['만든 때', ({ created_at }) => timeCell(created_at)],
];

export const SESSION_COLUMNS: readonly CsvColumn<StaffSession>[] = [
  ['이메일', ({ staff }) => staff.email],
  ['역할', ({ staff }) => nameOf(staff.role)],
  ['브라우저', ({ browser }) => browser],
  ['로그인', ({ created_at }) => timeCell(created_at)],
  ['마지막 사용', ({ last_used_at }) => timeCell(last_used_at)],
  ['끝', ({ expires_at }) => timeCell(expires_at)],
  ['이 접속', ({ is_current }) => is_current],
];

export const AUDIT_COLUMNS: readonly CsvColumn<NamedAuditEntry>[] = [
  ['언제', ({ at }) => timeCell(at)],
  ['누가', ({ actor }) => actor],
  ['무엇을', ({ action }) => action],
  ['대상 종류', ({ subject }) => subject?.kind ?? null],
  ['대상', ({ target }) => target?.name ?? null],
  ['대상 번호', ({ subject }) => subject?.id ?? null],
  ['바꾸기 전', ({ before }) => before && JSON.stringify(before)],
  ['바꾼 뒤', ({ after }) => after && JSON.stringify(after)],
];
