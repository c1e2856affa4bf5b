import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { withoutNull, fieldsOf } from '#console/editing/schema.ts';
import { useTitleForm } from '#console/editing/use-title.ts';
import { fromFieldTime } from '#console/lib/format.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { TimeField } from '#console/ui/time-field.tsx';
import { countriesIn, type BulkChange, type WordList } from './bulk-change.ts';
import { setLastBulk } from './bulk-store.ts';
import { BULK_CALLS, runBulk, type NamedTitle } from './run-bulk.ts';

export const BULK_ACTS = ['publish', 'unpublish', 'rating', 'words', 'end', 'countries'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

export const BULK_NAMES: Record<BulkAct, string> = {
  publish: '공개',
  unpublish: '내리기',
  rating: '등급',
  words: '장르와 태그',
  end: '제공 끝',
  countries: '나라',
};

const EXPLAINED: Record<BulkAct, string> = {
  publish: '저장하는 순간부터 모든 시청자에게 보여요. 이미 공개한 작품은 그대로예요.',
  unpublish: '목록과 검색에서 사라져요. 지금 보고 있는 사람은 끝까지 볼 수 있어요.',
  rating: '고른 작품의 시청 등급을 모두 바꿔요. 등급 사유는 그대로예요.',
  words: '장르나 태그 하나를 고른 작품에 모두 더하거나 빼요.',
  end: '이 시각부터 보이지 않고 재생되지 않아요. 시청자는 일주일 전부터 마지막 날을 봐요. 비워 두면 끝이 없어져요.',
  countries: '적은 나라에서만 보이고 재생돼요. 작품에 있던 나라는 없어져요. 비워 두면 모든 나라에서 봐요.',
};

const DONE: Record<BulkChange['kind'], string> = {
  publish: '공개했어요.',
  unpublish: '내렸어요.',
  rating: '등급을 바꿨어요.',
  add: '더했어요.',
  remove: '뺐어요.',
  end: '제공 끝을 바꿨어요.',
  countries: '볼 수 있는 나라를 바꿨어요.',
};

const LISTED = 6;
const namesText = (titles: readonly NamedTitle[]) =>
  titles
    .slice(0, LISTED)
    .map(({ name }) => name)
    .join(', ') + (titles.length > LISTED ? ` 외 ${titles.length - LISTED}개` : '');

interface Draft {
  rating: string;
  list: WordList;
  way: 'add' | 'remove';
  word: string;
  end: string;
  countries: string;
}

/** @returns null if the typed countries are not codes */
function changeOf(act: BulkAct, { rating, list, way, word, end, countries }: Draft): BulkChange | null {
  switch (act) {
    case 'rating':
      return { kind: 'rating', rating };
    case 'words':
      return { kind: way, list, word: word.normalize('NFC').trim() };
    case 'end':
      return { kind: 'end', at: end === '' ? null : fromFieldTime(end) };
    case 'countries': {
      const codes = countriesIn(countries);
      return codes && { kind: 'countries', countries: codes };
    }
    default:
      return { kind: act };
  }
}

interface ControlsProps {
  act: BulkAct;
  draft: Draft;
  onChange(draft: Draft): void;
}

function Controls({ act, draft, onChange }: ControlsProps): ReactNode {
  const form = useTitleForm();
  const listId = useId();
  if (act === 'rating') {
    const [, schema] = fieldsOf(form.data?.title ?? {}).find(([name]) => name === 'content_rating') ?? [];
    const names = schema ? (withoutNull(schema).inner.names ?? []) : [];
    return (
      <Choice
        label="시청 등급"
        value={draft.rating}
        options={names.map(([key, name]) => [String(key), name] as const)}
        onChange={(rating) => onChange({ ...draft, rating })}
      />
    );
  }
  if (act === 'words')
    return (
      <>
        <Choice
          label="무엇을"
          value={draft.list}
          options={[
            ['genres', '장르'],
            ['tags', '태그'],
          ]}
          onChange={(list) => onChange({ ...draft, list })}
        />
        <Choice
          label="어떻게"
          value={draft.way}
          options={[
            ['add', '더하기'],
            ['remove', '빼기'],
          ]}
          onChange={(way) => onChange({ ...draft, way })}
        />
        <div className="field">
          <label htmlFor={`${listId}-word`}>{draft.list === 'genres' ? '장르' : '태그'}</label>
          <input
            id={`${listId}-word`}
            className="input"
            list={listId}
            maxLength={20}
            required
            value={draft.word}
            onChange={({ target }) => onChange({ ...draft, word: target.value })}
          />
          <datalist id={listId}>
            {(form.data?.[draft.list] ?? []).map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        </div>
      </>
    );
  if (act === 'end')
    return <TimeField label="제공 끝" value={draft.end} onChange={(end) => onChange({ ...draft, end })} />;
  if (act === 'countries')
    return (
      <Field
        label="볼 수 있는 나라"
        hint="예: KR, JP"
        value={draft.countries}
        onChange={(countries) => onChange({ ...draft, countries })}
        maxLength={800}
        autoFocus
      />
    );
  return null;
}

interface BulkSheetProps {
  act: BulkAct;
  titles: readonly NamedTitle[];
  onClose(): void;
  /** Called when all titles were tried. */
  onDone(): void;
}

/** Asks for a change of many titles, and makes it. */
export function BulkSheet({ act, titles, onClose, onDone }: BulkSheetProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    rating: '19',
    list: 'genres',
    way: 'add',
    word: '',
    end: '',
    countries: '',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(0);
  const run = useMutation({
    mutationFn: (change: BulkChange) => runBulk(BULK_CALLS, change, titles, setDone),
    onSuccess: (outcome, change) => {
      setLastBulk({ done: DONE[change.kind], outcome });
      void queries.invalidateQueries({ queryKey: ['titles'] });
      void queries.invalidateQueries({ queryKey: ['title-form'] });
      onDone();
    },
  });
  const close = run.isPending ? undefined : onClose;
  return (
    <Sheet title={`작품 ${titles.length}개 · ${BULK_NAMES[act]}`} isOpen onClose={close}>
      <SheetForm
        save={run}
        problem={problem}
        verb={`${titles.length}개 바꾸기`}
        isDangerous={act === 'unpublish'}
        autoFocus={act === 'publish' || act === 'unpublish'}
        onSubmit={() => {
          if (run.isPending || (act === 'words' && draft.word.trim() === '')) return;
          const change = changeOf(act, draft);
          setProblem(change === null ? '나라는 KR, JP처럼 영문 두 글자로 적어 주세요.' : null);
          if (change !== null) run.mutate(change);
        }}
        onClose={close}
      >
        <p className="prose">{EXPLAINED[act]}</p>
        <p className="muted">{namesText(titles)}</p>
        <Controls act={act} draft={draft} onChange={setDraft} />
        {run.isPending && (
          <div className="progress">
            <progress max={titles.length} value={done} aria-label="진행" />
            <span>
              {done} / {titles.length}
            </span>
          </div>
        )}
      </SheetForm>
    </Sheet>
  );
}
