import type { SubjectKind } from '#contract/search.ts';

/** A person, studio, genre or tag whose titles are the results. */
export interface ChosenSubject {
  readonly kind: SubjectKind;
  readonly name: string;
}

export const subjectLabels: Readonly<Record<SubjectKind, string>> = {
  person: '사람',
  studio: '제작사',
  genre: '장르',
  tag: '태그',
};

export const subjectKey = ({ kind, name }: ChosenSubject): string => `${kind}-${name}`;
