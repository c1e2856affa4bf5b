import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addAdvertisement,
  changeAdvertisement,
  getOperatedAdvertisement,
  MOST_WEIGHT,
  type AdvertisementFields,
  type OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import { call, isConflict } from '#console/lib/client.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { FormEnd } from '#console/ui/form-end.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { ClipField } from './advertisement-clip.tsx';
import { fieldsOf, problemOf, typedOf, type Typed } from './advertisement-fields.ts';
import { skipText, spanText } from './advertisement-names.ts';

type Described = Pick<AdvertisementFields, 'title' | 'clip_id' | 'skip_after' | 'weight' | 'starts_at' | 'ends_at'>;
const describedOf = ({ clip, ...shown }: OperatedAdvertisement): Described => ({ ...shown, clip_id: clip.id });
const describe = (one: Described) =>
  [one.title, one.clip_id, skipText(one.skip_after), `비중 ${one.weight}`, spanText(one)].join(' · ');

interface AdvertisementDialogProps {
  shown: OperatedAdvertisement | null;
  /** The clip that a new advertisement begins with. */
  clipId?: string;
  onClose(): void;
}

/** Adds an advertisement, or changes one; when somebody else has changed it in the meantime, shows both first. */
export function AdvertisementDialog({ shown, clipId = '', onClose }: AdvertisementDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() => typedOf(shown, clipId));
  const [problem, setProblem] = useState<string | null>(null);
  /** The advertisement as somebody else has left it. */
  const [current, setCurrent] = useState<OperatedAdvertisement | null>(null);
  const set = (name: keyof Typed) => (value: string) => {
    setProblem(null);
    setTyped((before) => ({ ...before, [name]: value }));
  };
  const save = useMutation({
    mutationFn: () => {
      const body = fieldsOf(typed, shown);
      return shown === null
        ? call(addAdvertisement, { body })
        : call(changeAdvertisement, {
            params: { id: String(shown.id) },
            body: { ...body, version: (current ?? shown).version },
          });
    },
    onSuccess: ({ title }) => {
      toast(shown === null ? `${title} 광고를 만들었어요.` : `${title} 광고를 바꿨어요.`);
      onClose();
    },
    onError: async (error) => {
      if (shown === null || !isConflict(error)) return;
      setCurrent((await call(getOperatedAdvertisement, { params: { id: String(shown.id) } })).advertisement);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['advertisements'] }),
  });
  return (
    <Sheet title={shown === null ? '광고 만들기' : `${shown.title} 바꾸기`} isOpen isWide onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const found = problemOf(typed);
          setProblem(found);
          if (found === null) save.mutate();
        }}
      >
        <Field label="이름 (시청자에게 보여요)" value={typed.title} onChange={set('title')} maxLength={60} autoFocus />
        <ClipField value={typed.clipId} known={shown?.clip ?? null} onChange={set('clipId')} />
        <div className="pair">
          <Field
            label="건너뛰기까지 (초)"
            value={typed.skipAfter}
            onChange={set('skipAfter')}
            inputMode="numeric"
            hint="비워 두면 건너뛸 수 없어요."
          />
          <Field
            label={`비중 (1–${MOST_WEIGHT})`}
            value={typed.weight}
            onChange={set('weight')}
            inputMode="numeric"
            hint="2는 1보다 두 배 자주 나가요."
          />
          <Field
            label="시작 (한국 시각)"
            type="datetime-local"
            value={typed.startsAt}
            onChange={set('startsAt')}
            hint="비워 두면 바로 나가요."
          />
          <Field
            label="끝 (한국 시각)"
            type="datetime-local"
            value={typed.endsAt}
            onChange={set('endsAt')}
            hint="비워 두면 끝내기 전까지 나가요."
          />
        </div>
        <FormEnd
          save={save}
          problem={problem}
          isNew={shown === null}
          conflict={
            shown !== null && current !== null
              ? [
                  ['처음 본 상태', describe(describedOf(shown))],
                  ['지금 상태', describe(describedOf(current))],
                  ['내 변경', describe(fieldsOf(typed, shown))],
                ]
              : null
          }
          onClose={onClose}
        />
      </form>
    </Sheet>
  );
}
