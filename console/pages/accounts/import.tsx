import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import {
  examineAccounts,
  exportRefusedAccounts,
  importAccounts,
  importColumns,
  importRefusals,
  MOST_IMPORTED,
  MOST_IMPORTED_BYTES,
  type ExaminedAccounts,
  type RefusedAccount,
} from '#contract/console/account-import.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { bytesText, countText, timeText } from '#console/lib/format.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { Problem } from '#console/ui/dialogs.tsx';
import { Head } from '#console/ui/page.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { PLAN_NAMES } from '#console/pages/support.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { withParticle } from '#contract/rules/particles.ts';

type Sample = ExaminedAccounts['samples'][number];

const EXAMPLE = `${importColumns.join(',')}
mina@example.com,미나,,premium,2027-12-31
joon@example.com,준,$argon2id$v=19$m=19456…,,
`;

const PLANS: Readonly<Record<string, string>> = PLAN_NAMES;

const SAMPLES: readonly Column<Sample>[] = [
  { name: '줄', kind: 'number', cell: ({ line }) => line },
  { name: '이메일', kind: 'name', cell: ({ email }) => email },
  { name: '이름', cell: ({ name }) => name ?? <span className="muted">프로필 1</span> },
  { name: '비밀번호', label: true, cell: ({ is_invited: isInvited }) => (isInvited ? '초대 메일' : '해시 그대로') },
  {
    name: '멤버십',
    label: true,
    cell: ({ plan, ends_at: end }) => (plan && end ? `${PLANS[plan] ?? plan} · ${timeText(end)} 전까지` : '없음'),
  },
];
const REFUSED: readonly Column<RefusedAccount>[] = [
  { name: '줄', kind: 'number', cell: ({ line }) => line },
  { name: '이메일', kind: 'name', cell: ({ email }) => email || <span className="muted">없음</span> },
  { name: '이유', cell: ({ reason }) => importRefusals[reason] },
];

const sumText = ({ cnt_new: fresh, cnt_invited: invited, cnt_known: known, cnt_refused: refused }: ExaminedAccounts) =>
  [
    `새 이용자 ${countText(fresh)}명(초대 메일 ${countText(invited)}통)`,
    known > 0 && `이미 있어 그대로 두는 이용자 ${countText(known)}명`,
    refused > 0 && `받을 수 없는 줄 ${countText(refused)}개`,
  ]
    .filter(Boolean)
    .join(', ');

/** The bytes stay as they were chosen: the same file is looked at and brought in. */
const toTable = async (file: File) => new Blob([await file.arrayBuffer()], { type: 'text/csv' });

/** People from a table: chosen, looked at, brought in part by part. */
export function ImportPage() {
  const queries = useQueryClient();
  const [table, setTable] = useState<{ name: string; file: Blob } | null>(null);
  const [cntDone, setCntDone] = useState(0);
  const examine = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await toTable(chosen);
      setTable({ name: chosen.name, file });
      return call(examineAccounts, {}, { file });
    },
  });
  const run = useMutation({
    mutationFn: async ({ file }: { file: Blob }) => {
      let cntAdded = 0;
      for (let from: number | null = 0; from !== null;) {
        const part: { next: number | null; cnt_added: number } = await call(
          importAccounts,
          { query: { from: String(from) } },
          { file },
        );
        cntAdded += part.cnt_added;
        setCntDone(part.next ?? cntAdded);
        from = part.next;
      }
      return cntAdded;
    },
    // Also after a part: what was added is in the list.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts'] }),
  });
  const saveRefused = useMutation({
    mutationFn: async ({ file }: { file: Blob }) =>
      saveFile(await call(exportRefusedAccounts, {}, { file }), exportRefusedAccounts.file),
    onError: (error) => toast(messageOf(error)),
  });
  const found = examine.data;
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (!file || run.isPending) return;
    run.reset();
    setCntDone(0);
    if (file.size > MOST_IMPORTED_BYTES) toast(`파일은 ${bytesText(MOST_IMPORTED_BYTES)}까지예요.`);
    else examine.mutate(file);
  };
  return (
    <>
      <Head
        title="이용자 가져오기"
        back={
          <a className="back" href="#/accounts">
            이용자
          </a>
        }
      />
      <section className="stack" aria-labelledby="table">
        <h2 id="table">CSV 파일</h2>
        <p className="prose">
          첫 줄에 열 이름을 적어요. email만 꼭 있으면 돼요. 비밀번호 해시가 없는 사람에게는 비밀번호를 정하는 초대
          메일을 보내요. 한 파일에 {countText(MOST_IMPORTED)}명까지예요.
        </p>
        <pre className="sample">{EXAMPLE}</pre>
        <div className="card-row">
          <p>{table?.name ?? <span className="muted">고른 파일이 없어요.</span>}</p>
          <div className="tools">
            <FileTrigger acceptedFileTypes={['.csv', '.txt', 'text/csv']} onSelect={choose}>
              <Button className="button">{table ? '다른 파일 고르기' : '파일 고르기'}</Button>
            </FileTrigger>
          </div>
        </div>
        <Problem>{examine.error ? messageOf(examine.error) : null}</Problem>
      </section>
      {found && table && !examine.isPending && (
        <section className="stack" aria-labelledby="found" aria-live="polite">
          <h2 id="found">확인</h2>
          <p>
            {found.cnt_row === 0 ? '사람이 없는 파일이에요.' : `${withParticle(sumText(found), '이에요/예요')}.`}
            {found.ignored.length > 0 && ` 모르는 열은 쓰지 않아요: ${found.ignored.join(', ')}`}
          </p>
          {found.samples.length > 0 && (
            <Table label="가져올 이용자의 처음" columns={SAMPLES} rows={found.samples} keyOf={({ line }) => line} />
          )}
          {found.cnt_refused > 0 && (
            <>
              <h3>받을 수 없는 줄</h3>
              <Table
                label="받을 수 없는 줄"
                columns={REFUSED}
                rows={found.refused}
                keyOf={({ line }) => line}
                csv={
                  <button type="button" className="button small csv" onClick={() => saveRefused.mutate(table)}>
                    모두 CSV로
                  </button>
                }
              />
            </>
          )}
          <Problem>{run.error ? `${messageOf(run.error)} 다시 누르면 남은 사람부터 이어서 가져와요.` : null}</Problem>
          {run.isSuccess ? (
            <p role="status">
              {countText(run.data)}명을 가져왔어요. <a href="#/accounts">이용자 목록 보기</a>
            </p>
          ) : (
            found.cnt_new > 0 && (
              <div className="actions">
                <Button className="button primary" isPending={run.isPending} onPress={() => run.mutate(table)}>
                  {run.isPending ? `${countText(cntDone)}명째…` : `${countText(found.cnt_new)}명 가져오기`}
                </Button>
              </div>
            )
          )}
        </section>
      )}
    </>
  );
}
