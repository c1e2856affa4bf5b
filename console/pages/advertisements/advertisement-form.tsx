import {
  addAdvertisement,
  changeAdvertisement,
  getOperatedAdvertisement,
  MOST_WEIGHT,
  type AdvertisementFields,
  type OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import { call } from '#console/lib/client.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { TimeField } from '#console/ui/time-field.tsx';
import { useVersionedForm } from '#console/ui/versioned-form.ts';
import { ClipField } from './advertisement-clip.tsx';
import { fieldsOf, problemOf, typedOf } from './advertisement-fields.ts';
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
  const { typed, set, form } = useVersionedForm({
    initial: () => typedOf(shown, clipId),
    shown,
    problemOf,
    save(written, version) {
      const body = fieldsOf(written, shown);
      return shown === null || version === null
        ? call(addAdvertisement, { body })
        : call(changeAdvertisement, { params: { id: String(shown.id) }, body: { ...body, version } });
    },
    readAgain: async () =>
      shown && (await call(getOperatedAdvertisement, { params: { id: String(shown.id) } })).advertisement,
    describe: (stored) => describe(describedOf(stored)),
    describeTyped: (written) => describe(fieldsOf(written, shown)),
    savedText: ({ title }) => (shown === null ? `${title} 광고를 만들었어요.` : `${title} 광고를 바꿨어요.`),
    list: 'advertisements',
    onClose,
  });
  return (
    <Sheet title={shown === null ? '광고 만들기' : `${shown.title} 바꾸기`} isOpen isWide onClose={onClose}>
      <SheetForm {...form}>
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
          <TimeField label="시작" value={typed.startsAt} onChange={set('startsAt')} hint="비워 두면 바로 나가요." />
          <TimeField label="끝" value={typed.endsAt} onChange={set('endsAt')} hint="비워 두면 끝내기 전까지 나가요." />
        </div>
      </SheetForm>
    </Sheet>
  );
}
