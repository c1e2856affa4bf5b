import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { CallError, messageOf } from '../lib/client.ts';
import { Problem } from '../ui/dialogs.tsx';
import { Submit } from '../ui/submit.tsx';
import { showWrongTime } from '../ui/time-field.tsx';
import { readDraft, writeDraft, type Draft } from './drafts.ts';
import { differencesOf, draftAfterSave, isSame, merged, type Part, type Saved, type Versions } from './merge.ts';
import { openProblems, type Fields, type Problems } from './schema.ts';

export interface EditFormProps {
  /** Names the draft in the browser's storage; each part of each title has its own. */
  draftKey: string;
  schema: object;
  part: Part;
  verb: string;
  /** For a new record: may be sent as it is. */
  isNew?: boolean;
  /** Writes the fields; the version is that of what the operator has seen. A new record has a page of its own. */
  save(part: Part): Promise<Saved | undefined>;
  /** Reads the part again, to compare it. */
  readAgain?(): Promise<Part | undefined>;
  onSaved(): void;
  /** More buttons, on the left. */
  actions?: ReactNode;
  children(form: { fields: Fields; change(fields: Fields): void; problems: Problems }): ReactNode;
}

/**
 * A form of a part of a title. What was typed stays in the browser until it is saved or discarded. When somebody else has
 * changed the part in the meantime, shows what differs before anything is written.
 */
export function EditForm(props: EditFormProps) {
  const { draftKey, schema, part, verb, isNew = false, save, readAgain, onSaved, actions, children } = props;
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(draftKey) ?? { version: part.version, base: part.fields, fields: part.fields },
  );
  const [theirs, setTheirs] = useState<Part | null>(null);
  const isChanged = !isSame(draft.base, draft.fields);
  /** The version that a save has replaced: `part` may still have it for a moment. */
  const [replaced, setReplaced] = useState<string | null>(null);
  if (replaced !== null && replaced !== part.version) setReplaced(null);
  const isNews = draft.version !== part.version && replaced !== part.version && theirs === null;
  // Nothing was typed, so a change of somebody else is just shown.
  if (isNews && !isChanged) setDraft({ version: part.version, base: part.fields, fields: part.fields });

  useEffect(() => writeDraft(draftKey, isChanged ? draft : undefined), [draftKey, draft, isChanged]);

  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved, sent) => {
      writeDraft(draftKey, undefined);
      if (saved) {
        setReplaced(sent.version);
        setDraft(({ fields }) => draftAfterSave(schema, sent.fields, saved, fields));
      }
      setTheirs(null);
      onSaved();
    },
    onError: async (error) => {
      if (error instanceof CallError && error.code === 'CHANGED_MEANWHILE' && readAgain)
        setTheirs((await readAgain().catch(() => undefined)) ?? null);
    },
  });

  const form = useRef<HTMLFormElement>(null);
  const { error } = saving;
  // The form is longer than the window: what is wrong must come into sight.
  useEffect(() => {
    if (theirs) form.current?.querySelector('.compare')?.scrollIntoView({ block: 'center' });
    else if (error)
      form.current
        ?.querySelector<HTMLElement>('[data-wrong] :is(input, select, textarea, button)')
        ?.focus({ preventScroll: false });
  }, [error, theirs]);

  const discard = () => {
    const now = theirs ?? part;
    setDraft({ version: now.version, base: now.fields, fields: now.fields });
    setTheirs(null);
    saving.reset();
  };
  const refused = saving.error instanceof CallError ? saving.error.fields : {};
  const problems: Problems = openProblems(refused, saving.variables?.fields ?? {}, draft.fields);
  // The sentence goes when the last field that it is about has changed.
  const isMended = Object.keys(refused).length > 0 && Object.keys(problems).length === 0;
  const change = (fields: Fields) => setDraft((now) => ({ ...now, fields }));
  const isStale = isNews && isChanged && saving.error === null;
  const isConflict = theirs !== null;

  return (
    <form
      ref={form}
      className="stack editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (showWrongTime(event.currentTarget)) return;
        if (!theirs) return saving.mutate({ version: draft.version, fields: draft.fields });
        const fields = merged(schema, { base: draft.base, mine: draft.fields, theirs: theirs.fields });
        setDraft({ version: theirs.version, base: theirs.fields, fields });
        setTheirs(null);
        saving.mutate({ version: theirs.version, fields });
      }}
    >
      {children({ fields: draft.fields, change, problems })}
      {isConflict && (
        <Compare schema={schema} versions={{ base: draft.base, mine: draft.fields, theirs: theirs.fields }} />
      )}
      {isStale && <p className="hint">고치는 사이에 다른 사람이 저장한 내용이 있어요. 저장할 때 비교해 드려요.</p>}
      <div className="actions bar">
        {actions}
        <Problem>{error && !isConflict && !isMended ? messageOf(error) : null}</Problem>
        <span className="spring" />
        {(isChanged || isConflict) && (
          <>
            {!isConflict && !isNew && <span className="muted">저장하지 않은 변경이 있어요.</span>}
            <Button className="button" onPress={discard}>
              {isConflict ? '지금 상태로 두기' : isNew ? '비우기' : '되돌리기'}
            </Button>
          </>
        )}
        <Submit className="button primary" isPending={saving.isPending}>
          {isConflict ? '그래도 내 변경 저장' : verb}
        </Submit>
      </div>
    </form>
  );
}

/** Shows beside each other what another operator and this one have changed. */
function Compare({ schema, versions }: { schema: object; versions: Versions }) {
  return (
    <div className="compare" role="alert">
      <p>그사이 다른 사람이 바꿨어요. 내가 바꾼 항목은 내 값으로, 나머지는 지금 값으로 저장돼요.</p>
      <div className="table-box">
        <table aria-label="비교">
          <thead>
            <tr>
              <th scope="col">항목</th>
              <th scope="col">처음 본 값</th>
              <th scope="col">지금 값</th>
              <th scope="col">내 값</th>
            </tr>
          </thead>
          <tbody>
            {differencesOf(schema, versions).map(({ path, label, base, theirs, mine }) => (
              <tr key={path}>
                <th scope="row">{label}</th>
                <td className="difference">{base}</td>
                <td className="difference">{theirs === null ? '그대로' : <ins>{theirs}</ins>}</td>
                <td className="difference">{mine === null ? '그대로' : <ins>{mine}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
