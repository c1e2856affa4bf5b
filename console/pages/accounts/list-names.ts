import type { AccountList } from '#contract/console/people.ts';

/** Names of the lists of accounts, as tabs and in the audit log. */
export const LIST_NAMES: Readonly<Record<AccountList, string>> = {
  new: '새로 가입',
  ending: '곧 끝남',
  unpaid: '결제 안 함',
  reported: '신고받음',
};
