import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { exportAccounts } from '#contract/console/exports.ts';
import {
  accountLists,
  findAccount,
  listAccounts,
  type AccountList,
  type ListedAccount,
} from '#contract/console/people.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { useMe } from '#console/lib/session.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { ListPage, useList } from '#console/ui/list-page.tsx';
import { Head } from '#console/ui/page.tsx';
import { Submit } from '#console/ui/submit.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { PLAN_NAMES } from '#console/pages/support.tsx';
import { InviteDialog } from './invite.tsx';
import { LIST_NAMES } from './list-names.ts';

const LIMIT = 20;

/** What the instant of a list is. */
const AT_NAMES: Record<AccountList, string> = {
  new: '가입',
  ending: '멤버십 끝',
  unpaid: '주문 만료',
  reported: '마지막 신고',
};
const EMPTY: Record<AccountList, string> = {
  new: '지난 30일에 가입한 이용자가 없어요.',
  ending: '일주일 안에 끝나는 멤버십이 없어요.',
  unpaid: '지난 일주일에 결제하지 않은 주문이 없어요.',
  reported: '신고받은 감상평이 없어요.',
};

const PERSON: readonly Column<ListedAccount>[] = [
  { name: '이메일', kind: 'name', cell: ({ id, email }) => <a href={`#/accounts/${id}`}>{email}</a> },
  { name: '프로필', cell: ({ profiles }) => profiles.join(', ') || <span className="muted">없음</span> },
  { name: '멤버십', label: true, cell: ({ plan }) => PLAN_NAMES[plan] },
];
const JOINED: Column<ListedAccount> = {
  name: '가입',
  kind: 'time',
  label: true,
  cell: ({ created_at: at }) => timeText(at),
};

const columnsOf = (list: AccountList): readonly Column<ListedAccount>[] => [
  ...PERSON,
  ...(list === 'new' ? [] : [JOINED]),
  {
    name: AT_NAMES[list],
    kind: 'time',
    label: true,
    cell: ({ at }) =>
      at !== null && (
        <>
          {timeText(at)} <span className="muted">{distanceText(at)}</span>
        </>
      ),
  },
];

/** Lists of accounts to look at, and a search. What is typed is sent in a body, and stays out of addresses and logs. */
export function AccountsPage({ query }: { query: Readonly<Record<string, string>> }) {
  const { may } = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const [keyword, setKeyword] = useState('');
  const find = useMutation({
    mutationFn: () => call(findAccount, { body: { keyword } }),
    onSuccess: ({ id }) => {
      if (id !== null) window.location.hash = `#/accounts/${id}`;
    },
  });
  const found = find.data?.id === null ? find.data : undefined;
  return (
    <>
      <Head title="이용자">
        {may('owner') && (
          <a className="button" href="#/accounts/import">
            CSV로 가져오기
          </a>
        )}
        <Button className="button" onPress={() => setIsInviting(true)}>
          초대
        </Button>
      </Head>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      <form
        className="stack finder"
        data-starts-here
        onSubmit={(event) => {
          event.preventDefault();
          find.mutate();
        }}
      >
        <Field
          label="이메일, 프로필 이름, 주문"
          value={keyword}
          onChange={(next) => (find.reset(), setKeyword(next))}
          hint="이메일과 이름은 두 글자부터 일부만 적어도 돼요. 주문은 번호나 결제 페이지 주소를 붙여 넣어 주세요."
          isRequired
          autoFocus
          autoComplete="off"
          maxLength={400}
        />
        <Problem>{find.error ? messageOf(find.error) : null}</Problem>
        <div className="actions">
          {found && (
            <Button className="button" onPress={() => (find.reset(), setKeyword(''))}>
              목록 보기
            </Button>
          )}
          <Submit className="button primary" isPending={find.isPending}>
            찾기
          </Submit>
        </div>
      </form>
      {found ? (
        <section aria-labelledby="found" aria-live="polite">
          <h2 id="found">찾은 이용자</h2>
          <Table label="찾은 이용자" columns={[...PERSON, JOINED]} rows={found.results} keyOf={({ id }) => id} />
          {found.has_more && <p className="pager">더 있어요. 더 길게 적어 주세요.</p>}
        </section>
      ) : (
        <Lists query={query} />
      )}
    </>
  );
}

function Lists({ query }: { query: Readonly<Record<string, string>> }) {
  const list = accountLists.find((each) => each === query['list']) ?? 'new';
  const accounts = useList({
    path: '/accounts',
    query,
    key: ['accounts', 'list', list],
    limit: LIMIT,
    read: (page, settings) => call(listAccounts, { query: { list, ...page } }, settings),
  });
  return (
    <>
      <nav className="tabs" aria-label="목록">
        {accountLists.map((each) => (
          <a
            key={each}
            href={each === 'new' ? '#/accounts' : `#/accounts?list=${each}`}
            {...(each === list && { 'aria-current': 'page' as const })}
          >
            {LIST_NAMES[each]}
          </a>
        ))}
      </nav>
      <ListPage
        list={accounts}
        label={LIST_NAMES[list]}
        columns={columnsOf(list)}
        keyOf={({ id }) => id}
        csv={<CsvButton of={exportAccounts} sent={{ query: { list } }} name={LIST_NAMES[list]} />}
        empty={EMPTY[list]}
      />
    </>
  );
}
