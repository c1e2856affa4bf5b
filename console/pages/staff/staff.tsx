import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { StaffRole } from '#contract/console/endpoint.ts';
import {
  addStaff,
  changeStaffRole,
  listStaff,
  removeStaff,
  renewStaffLink,
  type Staff,
} from '#contract/console/staff.ts';
import { exportStaff } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { ROLE_NAMES, useMe } from '#console/lib/session.ts';
import { Confirm, Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { Head, QueryNothing, State } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { SecretSheet } from '#console/ui/secret-sheet.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';

const KEY = ['staff'];
const ROLES: readonly (readonly [StaffRole, string])[] = [
  ['editor', '편성: 작품과 미디어'],
  ['support', '고객 지원: 이용자와 주문'],
  ['owner', '소유자: 모든 것'],
];

/** The open dialog: a new member, or an action on one. */
type Asked = { act: 'add' } | { act: 'role' | 'link' | 'remove'; staff: Staff };

interface MadeLink {
  email: string;
  link: string;
  until: string;
}

function LinkSheet({ email, link, until, onClose }: MadeLink & { onClose(): void }) {
  return (
    <SecretSheet title="일회용 링크" label="링크" secret={link} onClose={onClose}>
      {`${email}에게 안전한 방법으로 전해 주세요. ${timeText(until)}까지 한 번 쓸 수 있어요.`}
    </SecretSheet>
  );
}

function AddSheet({ onDone, onClose }: { onDone(made: MadeLink): void; onClose(): void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('editor');
  const add = useMutation({
    mutationFn: () => call(addStaff, { body: { email, role } }),
    onSuccess: ({ link, expires_at: until }) => onDone({ email, link, until }),
  });
  return (
    <Sheet title="운영자 추가" isOpen onClose={onClose}>
      <SheetForm save={add} verb="링크 만들기" onSubmit={() => add.mutate()} onClose={onClose}>
        <Field label="이메일" type="email" value={email} onChange={setEmail} isRequired autoFocus />
        <Choice label="역할" value={role} options={ROLES} onChange={(next: StaffRole) => setRole(next)} />
      </SheetForm>
    </Sheet>
  );
}

function RoleSheet({ staff, onClose }: { staff: Staff; onClose(): void }) {
  const queries = useQueryClient();
  const [role, setRole] = useState<StaffRole>(staff.role);
  const change = useMutation({
    mutationFn: () => call(changeStaffRole, { params: { id: staff.id }, body: { role } }),
    onSuccess: () => {
      toast(`${staff.email}: ${ROLE_NAMES[role]}`);
      void queries.invalidateQueries({ queryKey: KEY });
      onClose();
    },
  });
  return (
    <Sheet title={`${staff.email} 역할`} isOpen onClose={onClose}>
      <SheetForm save={change} verb="저장" onSubmit={() => change.mutate()} onClose={onClose}>
        <p className="prose">다음 동작부터 새 역할로 바뀌어요.</p>
        <Choice label="역할" value={role} options={ROLES} onChange={(next: StaffRole) => setRole(next)} />
      </SheetForm>
    </Sheet>
  );
}

/** Makes a new link for a member who can no longer sign in. */
function RenewDialog({ staff, onDone, onClose }: { staff: Staff; onDone(made: MadeLink): void; onClose(): void }) {
  const renew = useMutation({
    mutationFn: () => call(renewStaffLink, { params: { id: staff.id } }),
    onSuccess: ({ link, expires_at: until }) => onDone({ email: staff.email, link, until }),
  });
  return (
    <Confirm
      title={`${staff.email} 새 링크`}
      verb="링크 만들기"
      save={renew}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    >
      비밀번호나 휴대폰을 잃어버렸을 때 써요. 링크를 쓰면 지금 비밀번호와 인증 앱, 복구 코드가 바뀌고 모든 접속이
      끝나요. 이전 링크는 바로 못 쓰게 돼요.
    </Confirm>
  );
}

function RemoveDialog({ staff, onClose }: { staff: Staff; onClose(): void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(removeStaff, { params: { id: staff.id } }),
    onSuccess: () => {
      toast(`${staff.email}: 지웠어요.`);
      void queries.invalidateQueries({ queryKey: KEY });
      onClose();
    },
  });
  return (
    <Confirm
      title={`${staff.email} 지우기`}
      verb="지우기"
      isDangerous
      save={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      모든 접속이 바로 끝나고 다시 로그인할 수 없어요. 이 사람이 한 일의 기록은 남아요.
    </Confirm>
  );
}

const columnsOf = (myId: string, ask: (asked: Asked) => void): readonly Column<Staff>[] => [
  {
    name: '이메일',
    kind: 'name',
    cell: ({ id, email, is_demo: isDemo, is_from_provider: isFromProvider }) => (
      <>
        {email}
        {id === myId && <span className="muted"> (나)</span>}
        {isFromProvider && <span className="note">외부 계정으로 로그인: 역할은 그쪽의 그룹이 정해요.</span>}
        {isDemo && <span className="note">개발용: 코드 없이 로그인하고, 운영 환경에는 없어요.</span>}
      </>
    ),
  },
  { name: '역할', cell: ({ role }) => ROLE_NAMES[role] },
  {
    name: '상태',
    cell: ({ state, cnt_session: cnt, link_opened_at: openedAt }) => (
      <>
        {state === 'active' ? (
          <State tone={cnt > 0 ? 'good' : 'quiet'}>{cnt > 0 ? `접속 ${cnt}` : '쉬는 중'}</State>
        ) : (
          <State tone="warn">초대함</State>
        )}
        {openedAt !== null && <span className="note">링크를 {distanceText(openedAt)} 열었어요.</span>}
      </>
    ),
  },
  {
    name: '마지막 사용',
    kind: 'time',
    label: true,
    cell: ({ last_used_at: at }) => (at === null ? '아직 없음' : distanceText(at)),
  },
  {
    name: '복구 코드',
    kind: 'number',
    cell: ({ state, is_demo: isDemo, is_from_provider: isFromProvider, cnt_recovery_code: cnt }) =>
      state === 'active' && !isDemo && !isFromProvider ? cnt : '',
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (staff) => (
      <>
        {!staff.is_from_provider && (
          <RowAction of={staff.email} verb="역할" onPress={() => ask({ act: 'role', staff })} />
        )}
        {!staff.is_demo && !staff.is_from_provider && (
          <RowAction of={staff.email} verb="새 링크" onPress={() => ask({ act: 'link', staff })} />
        )}
        <RowAction of={staff.email} verb="지우기" onPress={() => ask({ act: 'remove', staff })} />
      </>
    ),
  },
];

export function StaffPage() {
  const { session } = useMe();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const members = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listStaff, {}, { signal }) });
  const close = () => setAsked(null);
  const showLink = (link: MadeLink) => {
    close();
    setMade(link);
    void queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <>
      <Head title="운영자">
        <Button className="button primary" onPress={() => setAsked({ act: 'add' })}>
          운영자 추가
        </Button>
      </Head>
      {members.data ? (
        <Table
          label="운영자"
          columns={columnsOf(session.staff.id, setAsked)}
          csv={<CsvButton of={exportStaff} sent={{}} />}
          rows={members.data.results}
          keyOf={({ id }) => id}
        />
      ) : (
        <QueryNothing query={members} />
      )}
      {asked?.act === 'add' && <AddSheet onDone={showLink} onClose={close} />}
      {asked?.act === 'role' && <RoleSheet staff={asked.staff} onClose={close} />}
      {asked?.act === 'link' && <RenewDialog staff={asked.staff} onDone={showLink} onClose={close} />}
      {asked?.act === 'remove' && <RemoveDialog staff={asked.staff} onClose={close} />}
      {made && <LinkSheet {...made} onClose={() => setMade(null)} />}
    </>
  );
}
