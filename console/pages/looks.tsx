import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import {
  addLook,
  changeLook,
  listLooks,
  orderLooks,
  removeLook,
  setLookPicture,
  setUpService,
  type Look,
  type LookKind,
  type Looks,
  type ServiceKind,
} from '#contract/console/looks.ts';
import { PICTURE_TYPES } from '#contract/console/title-editing.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { pictureProblemOf } from '#console/lib/picture-file.ts';
import { useMe } from '#console/lib/session.ts';
import { Confirm, Problem, Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Field } from '#console/ui/fields.tsx';
import { Head, QueryNothing } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { useVersionedForm } from '#console/ui/versioned-form.ts';

const KEY = ['looks'];
const KIND_NAMES: Record<LookKind, string> = { theme: '테마', profile_image: '프로필 그림' };

/** What a service may be, and what its first start makes. */
const SERVICES: readonly (readonly [ServiceKind, name: string, text: string])[] = [
  ['home', '집에서 쓰기', '프로필 그림 8개와 테마 3개를 만들어요. 모두 무료로 봐요.'],
  ['club', '모임이나 동아리', '프로필 그림, 테마와 회원 이용권 1개를 만들어요. 이용권은 값을 확인하고 팔기 시작해요.'],
  ['paid', '유료 서비스', '프로필 그림, 테마와 이용권 2개를 만들어요. 이용권은 값을 확인하고 팔기 시작해요.'],
];

/** Themes and profile pictures; a new service begins here. */
export function LooksPage() {
  const queries = useQueryClient();
  const { may } = useMe();
  const looks = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listLooks, {}, { signal }) });
  /** What is edited, as the operator saw it. */
  const [edited, setEdited] = useState<{ kind: LookKind; look: Look | null } | null>(null);
  const take = (reply: Looks) => queries.setQueryData(KEY, reply);
  if (!looks.data)
    return (
      <>
        <Head title="꾸미기" />
        <QueryNothing query={looks} />
      </>
    );
  const { is_new: isNew, themes, profile_images: images } = looks.data;
  return (
    <>
      <Head title="꾸미기" />
      {isNew && may('owner') && <FirstStart onDone={take} />}
      <LookList kind="profile_image" looks={images} onEdit={setEdited} onChanged={take}>
        시청자가 프로필을 만들 때 고르는 그림이에요.
      </LookList>
      <LookList kind="theme" looks={themes} onEdit={setEdited} onChanged={take}>
        작품을 묶어 보여 주는 이름이에요. 작품의 정보에서 테마를 골라요.
      </LookList>
      {edited && <LookDialog {...edited} onDone={take} onClose={() => setEdited(null)} />}
    </>
  );
}

function FirstStart({ onDone }: { onDone(reply: Looks): void }) {
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: (kind: ServiceKind) => call(setUpService, { body: { kind } }),
    onSuccess: (reply) => {
      onDone(reply);
      toast('준비했어요. 아래에서 하나씩 바꿀 수 있어요.');
      void queries.invalidateQueries({ queryKey: ['shop'] });
    },
  });
  return (
    <section className="panel first-start" aria-labelledby="first-start">
      <h2 id="first-start">어떤 서비스인가요?</h2>
      <p className="prose">아직 프로필 그림과 테마가 없어요. 고르면 바로 만들고, 나중에 모두 바꿀 수 있어요.</p>
      <ul className="choices">
        {SERVICES.map(([kind, name, text]) => (
          <li key={kind}>
            <Button className="button" isDisabled={begin.isPending} onPress={() => begin.mutate(kind)}>
              {name}
            </Button>
            <span className="note">{text}</span>
          </li>
        ))}
      </ul>
      <Problem>{begin.error ? messageOf(begin.error) : null}</Problem>
    </section>
  );
}

interface LookListProps {
  kind: LookKind;
  looks: readonly Look[];
  onEdit(edited: { kind: LookKind; look: Look | null }): void;
  onChanged(reply: Looks): void;
  children: string;
}

function LookList({ kind, looks, onEdit, onChanged, children }: LookListProps) {
  const [removed, setRemoved] = useState<Look | null>(null);
  const order = useMutation({
    mutationFn: (index: number) => {
      const ids = looks.map(({ id }) => id);
      ids.splice(index - 1, 2, ids[index]!, ids[index - 1]!);
      return call(orderLooks, { params: { kind }, body: { ids } });
    },
    onSuccess: onChanged,
    onError: (error) => toast(messageOf(error)),
  });
  const move = (index: number) => {
    // The second press of a double click would ask for the same order again.
    if (!order.isPending) order.mutate(index);
  };
  const remove = useMutation({
    mutationFn: ({ id }: Look) => call(removeLook, { params: { kind, id: String(id) } }),
    onSuccess: (reply, { name }) => {
      onChanged(reply);
      setRemoved(null);
      toast(`${name}: 지웠어요.`);
    },
  });
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{KIND_NAMES[kind]}</h2>
      <p className="muted">{children}</p>
      {looks.length === 0 && <p className="nothing small">아직 없어요.</p>}
      <ul className="looks" data-kind={kind}>
        {looks.map((look, index) => (
          <li key={look.id} className="panel">
            <img src={new URL(look.picture).pathname} alt="" loading="lazy" />
            <strong>{look.name}</strong>
            {look.description && <span className="note">{look.description}</span>}
            <div className="inline">
              <RowAction of={look.name} verb="이름 바꾸기" onPress={() => onEdit({ kind, look })} />
              <PictureButton kind={kind} look={look} onChanged={onChanged} />
              {index > 0 && <RowAction of={look.name} verb="앞으로" onPress={() => move(index)} />}
              <RowAction of={look.name} verb="지우기" onPress={() => setRemoved(look)} />
            </div>
          </li>
        ))}
      </ul>
      <Button className="button" onPress={() => onEdit({ kind, look: null })}>
        {KIND_NAMES[kind]} 더하기
      </Button>
      {removed && (
        <Confirm
          title={`${removed.name} 지우기`}
          verb="지우기"
          isDangerous
          save={remove}
          onConfirm={() => remove.mutate(removed)}
          onClose={() => setRemoved(null)}
        >
          {kind === 'theme'
            ? '이 테마는 작품에서도 빠져요. 작품은 그대로예요.'
            : '이 그림을 쓰던 프로필은 첫 그림으로 보여요.'}
        </Confirm>
      )}
    </section>
  );
}

function PictureButton({ kind, look, onChanged }: Pick<LookListProps, 'kind' | 'onChanged'> & { look: Look }) {
  const inputId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => call(setLookPicture, { params: { kind, id: String(look.id) } }, { file }),
    onSuccess: (reply) => {
      onChanged(reply);
      toast(`${look.name}: 그림을 바꿨어요.`);
    },
  });
  return (
    <>
      <input
        id={inputId}
        className="hidden"
        type="file"
        accept={PICTURE_TYPES.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (!file) return;
          const found = pictureProblemOf(file);
          setProblem(found);
          if (found === null) send.mutate(file);
        }}
      />
      <label htmlFor={inputId} className="button small" aria-label={`${look.name} 그림 바꾸기`}>
        {send.isPending ? '바꾸는 중…' : '그림 바꾸기'}
      </label>
      <Problem>{problem ?? (send.error ? messageOf(send.error) : null)}</Problem>
    </>
  );
}

interface LookDialogProps {
  kind: LookKind;
  look: Look | null;
  onDone(reply: Looks): void;
  onClose(): void;
}

function LookDialog({ kind, look, onDone, onClose }: LookDialogProps) {
  const isTheme = kind === 'theme';
  const describe = (of: { name: string; description: string }) =>
    isTheme ? `${of.name} · ${of.description}` : of.name;
  const { typed, set, form } = useVersionedForm({
    initial: () => ({ name: look?.name ?? '', description: look?.description ?? '' }),
    shown: look,
    problemOf: ({ name, description }) =>
      name.trim() === '' ? '이름을 적어 주세요.' : isTheme && description.trim() === '' ? '설명을 적어 주세요.' : null,
    async save({ name, description }, version) {
      const body = { name, description: isTheme ? description : null };
      onDone(
        look === null || version === null
          ? await call(addLook, { params: { kind }, body })
          : await call(changeLook, { params: { kind, id: String(look.id) }, body: { ...body, version } }),
      );
      return name;
    },
    async readAgain() {
      const { themes, profile_images: images } = await call(listLooks, {});
      return (isTheme ? themes : images).find(({ id }) => id === look?.id) ?? null;
    },
    describe: ({ name, description }) => describe({ name, description: description ?? '' }),
    describeTyped: describe,
    savedText: (name) => (look === null ? `${name}: 더했어요.` : `${name}: 바꿨어요.`),
    list: 'looks',
    onClose,
  });
  return (
    <Sheet title={look === null ? `${KIND_NAMES[kind]} 더하기` : `${look.name} 바꾸기`} isOpen onClose={onClose}>
      <SheetForm {...form} verb={look === null ? '더하기' : form.verb}>
        <Field label="이름" value={typed.name} onChange={set('name')} maxLength={isTheme ? 40 : 20} autoFocus />
        {isTheme && (
          <Field label="설명" value={typed.description} onChange={set('description')} maxLength={200} isLong />
        )}
        {look === null && <p className="hint">그림은 저절로 그려요. 만든 다음에 바꿀 수 있어요.</p>}
      </SheetForm>
    </Sheet>
  );
}
