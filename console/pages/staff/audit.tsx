import {
  auditActions,
  exportAuditEntries,
  listAuditEntries,
  type AuditAction,
  type AuditEntry,
  type NamedAuditEntry,
} from '#contract/console/audit.ts';
import { exportAuditTable } from '#contract/console/exports.ts';
import { call, urlOf } from '#console/lib/client.ts';
import { timeText } from '#console/lib/format.ts';
import { ChoiceFilter, ListPage, SearchFilter, useList } from '#console/ui/list-page.tsx';
import { Head } from '#console/ui/page.tsx';
import type { Column } from '#console/ui/table.tsx';
import { TimeInput } from '#console/ui/time-field.tsx';
import { fieldName, fieldText, NOTHING, shownNames, SUBJECT_NAMES } from './audit-texts.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';

const ACTION_NAMES: Record<AuditAction, string> = {
  'staff.add': '운영자 추가',
  'staff.role': '역할 변경',
  'staff.link': '새 링크',
  'staff.remove': '운영자 지우기',
  'staff.activate': '링크 사용',
  'session.sign-in': '로그인',
  'session.sign-out': '로그아웃',
  'session.end': '접속 끝내기',
  'title.add': '작품 추가',
  'title.create': '새 작품',
  'title.change': '작품 수정',
  'title.picture': '작품 그림',
  'title.order': '회차 순서',
  'title.products': '상품 수정',
  'title.drawing-style': '자막 스타일',
  'title.remove': '작품 지우기',
  'title.publish': '작품 공개',
  'title.unpublish': '작품 내리기',
  'title.schedule': '작품 예약',
  'title.delay': '작품 연기',
  'episode.publish': '회차 공개',
  'episode.unpublish': '회차 내리기',
  'episode.schedule': '회차 예약',
  'episode.delay': '회차 연기',
  'episode.remove': '회차 지우기',
  'episode.move': '회차 옮기기',
  'episode.marks': '회차 표시',
  'episode.tracks': '회차 자막과 소리',
  'episode.reading': '그림 자막 글자로 읽기',
  'episode.add': '회차 추가',
  'episode.change': '회차 수정',
  'episode.picture': '회차 그림',
  'media.add': '영상 추가',
  'media.retry': '작업 다시 시도',
  'media.cancel': '작업 취소',
  'media.move': '작업 옮기기',
  'media.remove': '작업 지우기',
  'membership.give': '멤버십 지급',
  'membership.extend': '멤버십 연장',
  'membership.end': '멤버십 종료',
  'order.refund': '주문 환불',
  'order.check': '결제 확인',
  'order.receipt': '영수증 메일',
  'device.sign-out': '기기 로그아웃',
  'account.find': '이용자 찾기',
  'token.add': 'API 토큰 만들기',
  'token.revoke': 'API 토큰 끝내기',
  'webhook.add': '웹훅 만들기',
  'webhook.change': '웹훅 바꾸기',
  'webhook.remove': '웹훅 지우기',
  'webhook.test': '웹훅 시험',
  'account.import': '이용자 가져오기',
  'account.invite': '이용자 초대',
  'account.show': '이용자 보기',
  'account.list': '이용자 목록 보기',
  'account.password-mail': '비밀번호 메일',
  'account.email-code': '이메일 확인 코드',
  'account.email': '이메일 변경',
  'account.note': '상담 메모',
  'profile.pin-remove': 'PIN 지우기',
  'playback.stop': '재생 멈추기',
  'account.erase': '계정 삭제',
  'account.export': '데이터 파일 보내기',
  'device.sign-out-all': '모든 기기 로그아웃',
  'review.hide': '감상평 숨김',
  'review.restore': '감상평 복원',
  'request.status': '요청 상태',
  'service.maintenance': '점검',
  'service.run-job': '작업 실행',
  'service.backup': '백업',
  'service.backup-written': '백업 완료',
  'service.restore': '백업에서 복원',
  'media.upload': '파일 올리기',
  'media.dismiss': '올린 파일 빼기',
  'service.min-version': '최소 버전',
  'advertisement.add': '광고 추가',
  'advertisement.change': '광고 변경',
  'advertisement.end': '광고 끝내기',
  'table.export': '표 내려받기',
  'plan.add': '멤버십 상품 추가',
  'plan.change': '멤버십 상품 변경',
  'product.change': '상품 변경',
  'look.add': '꾸미기 추가',
  'look.change': '꾸미기 변경',
  'look.remove': '꾸미기 지우기',
  'look.order': '꾸미기 순서',
  'look.picture': '꾸미기 그림 변경',
  'service.set-up': '서비스 첫 설정',
  'voucher.add': '쿠폰 추가',
  'voucher.change': '쿠폰 변경',
};

const nameOf = (action: string) => ACTION_NAMES[action as AuditAction] ?? action;

/** The value of a field before and after a change. A picture only changed: both values read alike. */
function Change({ was, is }: { was: string | undefined; is: string | undefined }) {
  if (was === is) return <ins>바뀜</ins>;
  return (
    <>
      {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
    </>
  );
}

/** The changes of an entry, one line for each field. */
function Difference({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = shownNames({ ...before, ...after });
  const isSame = (name: string) => JSON.stringify(before?.[name] ?? null) === JSON.stringify(after?.[name] ?? null);
  const texts = names.map((name) => ({ name, text: fieldText(name, after?.[name] ?? before?.[name]) }));
  const textIn = (fields: AuditEntry['before'], name: string) =>
    fields !== null && name in fields ? fieldText(name, fields[name]) : undefined;
  return (
    <>
      {texts
        .filter(({ name, text }) => isSame(name) && text !== NOTHING)
        .map(({ name, text }) => (
          <span key={name} className="part">
            {name !== 'name' && <span className="muted">{fieldName(name)} </span>}
            {text}
          </span>
        ))}
      {names
        .filter((name) => !isSame(name))
        .map((name) => ({ name, was: textIn(before, name), is: textIn(after, name) }))
        // A new or removed thing has fields without a value: they say nothing.
        .filter(({ was = NOTHING, is = NOTHING }) => was !== NOTHING || is !== NOTHING)
        .map(({ name, was, is }) => (
          <span key={name} className="part">
            <span className="muted">{fieldName(name)}</span> <Change was={was} is={is} />
          </span>
        ))}
    </>
  );
}

/** The page of the console where a subject is; undefined for one without a page. */
export function addressOfSubject({ subject, target }: Pick<NamedAuditEntry, 'subject' | 'target'>): string | undefined {
  if (subject === null || target === null) return undefined;
  switch (subject.kind) {
    case 'title':
      return `#/titles/${subject.id}`;
    case 'episode':
      return `#/titles/${target.item_id}/episodes/${subject.id}`;
    case 'review':
      return `#/reviews?title=${target.item_id}`;
    case 'request':
      return '#/requests';
    case 'advertisement':
      return `#/advertisements/${subject.id}`;
    case 'account':
      return `#/accounts/${subject.id}`;
    case 'staff':
      return '#/staff';
    default:
      return undefined;
  }
}

function Target({ of }: { of: NamedAuditEntry }) {
  const { subject, target } = of;
  if (subject === null) return null;
  const address = addressOfSubject(of);
  if (target === null) return <span className="muted">{SUBJECT_NAMES[subject.kind] ?? subject.id}</span>;
  return address === undefined ? target.name : <a href={address}>{target.name}</a>;
}

const COLUMNS: readonly Column<NamedAuditEntry>[] = [
  { name: '언제', kind: 'time', cell: ({ at }) => timeText(at) },
  { name: '누가', cell: ({ actor }) => actor },
  { name: '무엇을', kind: 'name', cell: ({ action }) => nameOf(action) },
  { name: '대상', className: 'target', cell: (entry) => <Target of={entry} /> },
  {
    name: '바뀐 내용',
    className: 'difference',
    cell: ({ before, after }) => <Difference before={before} after={after} />,
  },
];

const dayStart = (day: string) => new Date(`${day}T00:00:00+09:00`);

export function AuditPage({ query }: { query: Readonly<Record<string, string>> }) {
  const action = auditActions.find((each) => each === query['action']);
  const day = /^\d{4}-\d\d-\d\d$/.test(query['day'] ?? '') ? query['day']! : '';
  const filter = {
    action,
    actor: query['actor'] || undefined,
    ...(day !== '' && {
      from: dayStart(day).toISOString(),
      to: new Date(dayStart(day).getTime() + 86_400_000).toISOString(),
    }),
  };
  const entries = useList({
    path: '/audit',
    query,
    key: ['audit', filter],
    read: (page, settings) => call(listAuditEntries, { query: { ...filter, ...page } }, settings),
    staleTime: 0,
  });
  return (
    <>
      <Head title="기록">
        <SearchFilter label="누가 (이메일)" value={query['actor']} onChange={(actor) => entries.filter({ actor })} />
        <ChoiceFilter
          label="무엇을"
          value={action}
          all="모든 일"
          names={auditActions.map((each) => [each, ACTION_NAMES[each]])}
          onChange={(next) => entries.filter({ action: next })}
        />
        <TimeInput isDay aria-label="날짜" value={day} onChange={(next) => entries.filter({ day: next })} />
        <a className="button" href={urlOf(exportAuditEntries, { query: filter })} download>
          내보내기
        </a>
      </Head>
      <ListPage
        list={entries}
        label="기록"
        className="log-table"
        columns={COLUMNS}
        csv={<CsvButton of={exportAuditTable} sent={{ query: filter }} />}
        keyOf={({ id }) => id}
        empty="기록이 없어요."
      />
      <p className="muted pad">3년 동안 남아요. 아무도 고치거나 지울 수 없어요.</p>
    </>
  );
}
