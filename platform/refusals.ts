import type { SystemRefusal, SystemRefusals } from './platform.ts';
import { createSubject } from './subject.ts';

/** Refused calls of this start; each call is listed once. */
export function createRefusals(): SystemRefusals & { note(refusal: SystemRefusal): void } {
  const changes = createSubject<[readonly SystemRefusal[]]>();
  let refused: readonly SystemRefusal[] = [];
  return {
    list: () => refused,
    subscribe: changes.subscribe,
    note(refusal) {
      if (refused.some(({ call }) => call === refusal.call)) return;
      refused = [...refused, refusal];
      changes.tell(refused);
    },
  };
}
