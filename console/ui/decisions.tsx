import type { AuditAction, AuditEntry } from '#contract/console/audit.ts';
import { timeText } from '../lib/format.ts';

const SHORT_NAMES: Partial<Record<AuditAction, string>> = {
  'review.hide': '숨김',
  'review.restore': '되돌림',
  'membership.give': '멤버십 지급',
  'membership.extend': '멤버십 연장',
  'membership.end': '멤버십 종료',
  'order.refund': '주문 환불',
  'device.sign-out': '기기 로그아웃',
  'device.sign-out-all': '모든 기기 로그아웃',
  'account.password-mail': '비밀번호 메일 보냄',
  'account.email-code': '확인 코드 보냄',
  'account.email': '이메일 바꿈',
  'account.note': '메모',
  'profile.pin-remove': 'PIN 지움',
  'playback.stop': '재생 멈춤',
  'account.erase': '계정 삭제',
  'account.export': '데이터 파일 보냄',
};

const shortName = ({ action, before }: AuditEntry) =>
  action === 'review.restore' && before?.['is_hidden'] === false
    ? '그대로 둠'
    : (SHORT_NAMES[action as AuditAction] ?? action);

/** The order that was refunded; other decisions are about the whole subject. */
const orderOf = ({ action, after }: AuditEntry) =>
  action === 'order.refund' && typeof after?.['name'] === 'string' ? after['name'] : null;

const reasonOf = ({ after }: AuditEntry) => {
  const text = after?.['reason'] ?? after?.['note'];
  return typeof text === 'string' ? text : null;
};

interface DecisionsProps {
  of: readonly AuditEntry[];
  nameOf?: (entry: AuditEntry) => string;
}

/** What was decided about something before, from the audit log. */
export const Decisions = ({ of: entries, nameOf = shortName }: DecisionsProps) =>
  entries.length === 0 ? null : (
    <ul className="decisions" aria-label="이전 결정">
      {entries.map((entry) => (
        <li key={entry.id}>
          <strong>{nameOf(entry)}</strong> {entry.actor} · {timeText(entry.at)}
          {orderOf(entry) !== null && <span> · {orderOf(entry)}</span>}
          {reasonOf(entry) !== null && <span> · {reasonOf(entry)}</span>}
        </li>
      ))}
    </ul>
  );
