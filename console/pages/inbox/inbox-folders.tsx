import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { InboxFile, InboxProposal } from '#contract/console/inbox.ts';
import { Choice, Field } from '#console/ui/fields.tsx';
import { countFolders, seasonName, type FolderChange } from './folder-changes.ts';

interface FolderChangesProps {
  proposals: readonly InboxProposal[];
  files: ReadonlyMap<string, InboxFile>;
  changes: ReadonlyMap<string, FolderChange>;
  /** Without a change, the names of the files count again. */
  onChange(folder: string, change: FolderChange | null): void;
}

/** Corrects title and season of a whole folder at once. */
export function FolderChanges({ proposals, files, changes, onChange }: FolderChangesProps) {
  const folders = countFolders(proposals, files);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [season, setSeason] = useState('');
  const folder = folders.some((one) => one.folder === chosen) ? chosen : (folders[0]?.folder ?? '');
  if (folder === '') return null;
  const canApply = name.trim() !== '' && /^\d{0,2}$/.test(season.trim());
  return (
    <form
      className="proposal"
      aria-label="폴더 한꺼번에 고치기"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canApply) return;
        onChange(folder, { name: name.trim(), season: season.trim() });
        setName('');
        setSeason('');
      }}
    >
      <div className="proposal-head">
        <Choice
          label="폴더"
          value={folder}
          options={folders.map((one) => [one.folder, `${one.folder} (${one.cnt}개)`] as const)}
          onChange={setChosen}
        />
        <Field label="작품 이름" value={name} onChange={setName} maxLength={60} className="name" />
        <Field label="시즌" value={season} onChange={setSeason} inputMode="numeric" className="short" placeholder="1" />
      </div>
      <p className="note">폴더 안의 모든 파일이 한 작품이 돼요. 이름에 번호가 없는 파일은 이름 순서로 번호를 매겨요.</p>
      <div className="actions">
        <button type="submit" className="button" aria-disabled={!canApply || undefined}>
          폴더에 적용
        </button>
      </div>
      {changes.size > 0 && (
        <ul className="notices" aria-label="폴더에 적용한 것">
          {[...changes].map(([changed, said]) => (
            <li key={changed}>
              <span className="path">{changed}</span> → {seasonName(said.name, said.season)}{' '}
              <Button
                className="button small"
                aria-label={`${changed} 되돌리기`}
                onPress={() => onChange(changed, null)}
              >
                되돌리기
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
