import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StartAgain } from '#contract/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import { isTakenOut, takenOutQuery, takeOut, type TakenOut } from '#src/api/start-again.ts';
import { useToasts } from '#src/stores/stores-context.ts';

const NOTHING: TakenOut = {};

export interface TakenOutTitles {
  /** The same function while the same titles are out. */
  readonly isOut: (result: StartAgain) => boolean;
  readonly take: (result: StartAgain) => void;
  readonly putBack: (result: StartAgain) => void;
}

/** What was taken out of 이어보기, here and on home; a refusal is told. */
export function useTakenOut(): TakenOutTitles {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const { data: takenOut = NOTHING } = useQuery(takenOutQuery);
  return useMemo(() => {
    const say = (result: StartAgain, wanted: boolean) =>
      takeOut(api, queryClient, result, wanted, (error) =>
        showToast(
          `${wanted ? '이어보기에서 빼지' : '되돌리지'} 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`,
        ),
      );
    return {
      isOut: (result) => isTakenOut(takenOut, result),
      take: (result) => say(result, true),
      putBack: (result) => say(result, false),
    };
  }, [api, queryClient, showToast, takenOut]);
}
