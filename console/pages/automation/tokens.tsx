import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { tokenScopes, type TokenScope } from '#contract/console/endpoint.ts';
import { addToken, listTokens, revokeToken, type ApiToken } from '#contract/console/tokens.ts';
import { call } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { exportTokens } from '#contract/console/exports.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Checks } from '#console/ui/checks.tsx';
import { Confirm, Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Mark, QueryNothing } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { SecretSheet } from '#console/ui/secret-sheet.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { SCOPE_NAMES, TOKEN_STATES } from './automation-texts.ts';

const KEY = ['tokens'];
const DAYS = [
  ['30', '30일'],
  ['90', '90일'],
  ['366', '1년'],
] as const;
type Days = (typeof DAYS)[number][0];

const columnsOf = (onRevoke: (token: ApiToken) => void): readonly Column<ApiToken>[] => [
  { name: '이름', kind: 'name', cell: ({ name }) => name },
  { name: '할 수 있는 일', cell: ({ scopes }) => scopes.map((scope) => SCOPE_NAMES[scope]).join(', ') },
  { name: '상태', cell: ({ state }) => <Mark of={TOKEN_STATES[state]} /> },
  { name: '끝', kind: 'time', label: true, cell: ({ expires_at: at }) => timeText(at) },
  {
    name: '마지막 사용',
    kind: 'time',
    label: true,
    cell: ({ last_used_at: at }) => (at ? distanceText(at) : <span className="muted">없음</span>),
  },
  { name: '만든 사람', label: true, cell: ({ made_by: email }) => email },
  {
    name: '동작',
    kind: 'actions',
    cell: (token) =>
      token.state === 'active' && <RowAction of={token.name} verb="끝내기" onPress={() => onRevoke(token)} />,
  },
];

function AddSheet({ onDone, onClose }: { onDone(secret: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>(['figures.read']);
  const [days, setDays] = useState<Days>('90');
  const [problem, setProblem] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: () => call(addToken, { body: { name, scopes, days: Number(days) } }),
    onSuccess: ({ secret }) => onDone(secret),
  });
  return (
    <Sheet title="API 토큰" isOpen onClose={onClose}>
      <SheetForm
        save={add}
        problem={problem}
        verb="만들기"
        onSubmit={() => {
          setProblem(scopes.length === 0 ? '할 수 있는 일을 하나는 골라 주세요.' : null);
          if (scopes.length > 0) add.mutate();
        }}
        onClose={onClose}
      >
        <Field
          label="이름"
          value={name}
          onChange={setName}
          hint="무엇이 쓰는지 알 수 있게 적어요. 기록에 이 이름이 남아요."
          isRequired
          autoFocus
          maxLength={40}
        />
        <Checks
          label="할 수 있는 일"
          values={scopes}
          options={tokenScopes.map((scope) => [scope, SCOPE_NAMES[scope]] as const)}
          onChange={setScopes}
        />
        <Choice label="기간" value={days} options={DAYS} onChange={(next: Days) => setDays(next)} />
      </SheetForm>
    </Sheet>
  );
}

/** Tokens by which programs call the API of the console. */
export function Tokens() {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'add' | ApiToken | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const tokens = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listTokens, {}, { signal }) });
  const refresh = () => void queries.invalidateQueries({ queryKey: KEY });
  const revoke = useMutation({
    mutationFn: (token: ApiToken) => call(revokeToken, { params: { id: token.id } }),
    onSuccess: () => {
      toast('토큰을 끝냈어요.');
      setAsked(null);
    },
    onSettled: refresh,
  });
  const rows = tokens.data?.results ?? [];
  return (
    <section aria-labelledby="tokens">
      <div className="part-head">
        <h2 id="tokens">API 토큰</h2>
        <Button className="button" onPress={() => setAsked('add')}>
          토큰 만들기
        </Button>
      </div>
      {rows.length === 0 ? (
        <QueryNothing query={tokens}>
          프로그램이 수치를 읽거나 작품을 바꾸게 하려면 토큰을 만들어요. 호출은 콘솔의 것과 같고, 목록은
          /api/openapi.json에 있어요.
        </QueryNothing>
      ) : (
        <Table
          label="API 토큰"
          columns={columnsOf(setAsked)}
          rows={rows}
          keyOf={({ id }) => id}
          csv={<CsvButton of={exportTokens} sent={{}} name="API 토큰" />}
        />
      )}
      {asked === 'add' && (
        <AddSheet
          onDone={(made) => {
            setAsked(null);
            setSecret(made);
            refresh();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== 'add' && (
        <Confirm
          title={`${asked.name} 끝내기`}
          verb="끝내기"
          isDangerous
          save={revoke}
          onConfirm={() => revoke.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          이 토큰을 쓰는 프로그램은 다음 호출부터 거절돼요. 되돌릴 수 없어요.
        </Confirm>
      )}
      {secret !== null && (
        <SecretSheet title="새 토큰" label="토큰" secret={secret} onClose={() => setSecret(null)}>
          프로그램에 넣고, 다른 곳에는 남기지 마세요. authorization 머리글에 Bearer와 함께 보내요.
        </SecretSheet>
      )}
    </section>
  );
}
