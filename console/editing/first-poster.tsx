import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { PICTURE_TYPES } from '#contract/console/title-editing.ts';
import { pictureProblemOf } from '../lib/picture-file.ts';
import { Problem } from '../ui/dialogs.tsx';

/** Posters that operators chose in the form for a new title, by the title's id, until its page crops them. */
export const firstPosters = new Map<number, File>();

/** Chooses the poster of a title that is being created. */
export function FirstPoster({ file, onChange }: { file: File | null; onChange(file: File | null): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <FileTrigger
        acceptedFileTypes={[...PICTURE_TYPES]}
        onSelect={(list) => {
          const [chosen] = Array.from(list ?? []);
          if (!chosen) return;
          const found = pictureProblemOf(chosen);
          setProblem(found);
          onChange(found === null ? chosen : null);
        }}
      >
        <Button className="button">{file === null ? '포스터 고르기' : '다른 포스터'}</Button>
      </FileTrigger>
      {file !== null && <span className="muted">{file.name} · 만든 다음에 잘라요.</span>}
      <Problem>{problem}</Problem>
    </>
  );
}
