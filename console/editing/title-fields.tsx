import { useState } from 'react';
import { changeTitle, createTitle, type EditedTitle, type TitleForm } from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { toast } from '../ui/toasts.tsx';
import { EditForm } from './edit-form.tsx';
import { FirstPoster, firstPosters } from './first-poster.tsx';
import { RecordFields } from './record-fields.tsx';
import { emptyFields } from './schema.ts';
import { useTitleCache } from './use-title.ts';

const choicesOf = ({ themes, genres, tags }: TitleForm) => ({ themes, suggestions: { genres, tags } });

/** All fields of a title. */
export function TitleFields({ form, title }: { form: TitleForm; title: EditedTitle }) {
  const { readAgain, take } = useTitleCache();
  return (
    <EditForm
      draftKey={`title ${title.id}`}
      schema={form.title}
      part={title}
      verb="저장"
      readAgain={() => readAgain(title.id)}
      save={async (part) => take(await call(changeTitle, { params: { id: String(title.id) }, body: part }))}
      onSaved={() => toast('저장했어요. 공개한 작품은 시청자에게 바로 보여요.')}
    >
      {({ fields, change, problems }) => (
        <RecordFields
          schema={form.title}
          fields={fields}
          onChange={change}
          problems={problems}
          choices={choicesOf(form)}
        />
      )}
    </EditForm>
  );
}

/** Creates a title; its episodes and other pictures follow on its own page. */
export function NewTitle({ form }: { form: TitleForm }) {
  const { take } = useTitleCache();
  const [poster, setPoster] = useState<File | null>(null);
  return (
    <EditForm
      draftKey="title new"
      schema={form.title}
      part={{ version: 'new', fields: { ...emptyFields(form.title), ...form.new_title } }}
      verb="만들기"
      isNew
      save={async ({ fields }) => {
        const made = await call(createTitle, { body: { fields } });
        await take(made);
        if (poster) firstPosters.set(made.id, poster);
        window.location.hash = `#/titles/${made.id}${poster ? '/pictures' : ''}`;
        return undefined;
      }}
      actions={<FirstPoster file={poster} onChange={setPoster} />}
      onSaved={() => toast('작품을 만들었어요. 공개하기 전까지 시청자에게 보이지 않아요.')}
    >
      {({ fields, change, problems }) => (
        <RecordFields
          schema={form.title}
          fields={fields}
          onChange={change}
          problems={problems}
          choices={choicesOf(form)}
        />
      )}
    </EditForm>
  );
}
