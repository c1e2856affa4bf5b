import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { removeProfilePin } from '#contract/console/people.ts';
import { call } from '#console/lib/client.ts';
import { timeText } from '#console/lib/format.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Field } from '#console/ui/fields.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';

type Profile = SupportedAccount['profiles'][number];

const RATING_NAMES: Record<Profile['max_rating'], string> = {
  all: '전체 관람가',
  '7': '7세까지',
  '12': '12세까지',
  '15': '15세까지',
  '19': '제한 없음',
};

const limitsText = ({ daily_minutes: minutes, bedtime }: Profile) =>
  [minutes === null ? '' : `하루 ${minutes}분`, bedtime === null ? '' : `${bedtime.from}~${bedtime.to} 쉼`]
    .filter(Boolean)
    .join(' · ') || '없음';

const columnsOf = (ask: (profile: Profile) => void): readonly Column<Profile>[] => [
  {
    name: '프로필',
    kind: 'name',
    cell: ({ name, is_owner: isOwner }) => (
      <>
        {name}
        {isOwner && <span className="muted"> 대표</span>}
      </>
    ),
  },
  { name: '시청 등급', label: true, cell: ({ max_rating: rating }) => RATING_NAMES[rating] },
  { name: '시간 제한', label: true, cell: limitsText },
  { name: 'PIN', label: true, cell: ({ has_pin: hasPin }) => (hasPin ? '있음' : <span className="muted">없음</span>) },
  { name: '만든 때', kind: 'time', label: true, cell: ({ created_at: at }) => timeText(at) },
  {
    name: '작업',
    kind: 'actions',
    cell: (profile) =>
      profile.has_pin && <RowAction of={profile.name} verb="PIN 지우기" onPress={() => ask(profile)} />,
  },
];

/** The profiles of an account with their limits. */
export function Profiles({ account }: { account: SupportedAccount }) {
  const [asked, setAsked] = useState<Profile | null>(null);
  return (
    <section aria-labelledby="profiles">
      <h2 id="profiles">프로필</h2>
      {account.profiles.length === 0 ? (
        <p className="muted">프로필이 없어요.</p>
      ) : (
        <Table label="프로필" columns={columnsOf(setAsked)} rows={account.profiles} keyOf={({ id }) => id} />
      )}
      {asked && <PinDialog account={account} profile={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface PinDialogProps {
  account: SupportedAccount;
  profile: Profile;
  onClose(): void;
}

function PinDialog({ account, profile, onClose }: PinDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const remove = useMutation({
    mutationFn: () => call(removeProfilePin, { params: { id: account.id, profileId: profile.id }, body: { reason } }),
    onSuccess: (next) => {
      toast(`${profile.name}: PIN을 지웠어요.`);
      queries.setQueryData(['accounts', account.id], next);
      onClose();
    },
  });
  return (
    <Sheet title={`${profile.name}의 PIN 지우기`} isOpen onClose={onClose}>
      <SheetForm save={remove} verb="PIN 지우기" isDangerous onSubmit={() => remove.mutate()} onClose={onClose}>
        <p className="prose">
          이제 누구나 PIN 없이 이 프로필을 쓸 수 있어요. 아이가 어른의 프로필을 열지 않게, 새 PIN을 바로 정하라고 알려
          주세요.
        </p>
        <Field
          label="이유"
          value={reason}
          onChange={setReason}
          hint="기록에 남아요. 이용자에게는 보이지 않아요."
          isLong
          isRequired
          maxLength={200}
          autoFocus
        />
      </SheetForm>
    </Sheet>
  );
}
