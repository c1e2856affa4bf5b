import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from '#contract/console/title-editing.ts';
import { Problem } from '../ui/dialogs.tsx';

/** Posters that were chosen before their titles existed, by title. The title's page cuts them. */
export const firstPosters = new Map<number, File>();

/** Why a file cannot become a picture; null if it can. */
export function pictureProblemOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'JPEG, PNG, WebP, AVIF 가운데 하나를 골라 주세요.';
  return size > MOST_PICTURE_BYTES ? '그림이 너무 커요. 20 MB까지 쓸 수 있어요.' : null;
}

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
