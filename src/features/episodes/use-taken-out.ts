import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StartAgain } from '#contract/catalogue.ts';
import { isTakenOut, takenOutQuery, type TakenOut } from '#src/api/start-again.ts';

const NOTHING: TakenOut = {};

/** Returns a check whether a title was removed from 이어보기. The same function until the removed titles change. */
export function useIsTakenOut(): (result: StartAgain) => boolean {
  const { data: takenOut = NOTHING } = useQuery(takenOutQuery);
  return useCallback((result) => isTakenOut(takenOut, result), [takenOut]);
}
