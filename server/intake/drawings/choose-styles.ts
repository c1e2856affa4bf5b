import type { DrawingKind, DrawingStyle } from '#contract/console/drawing-styles.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import { fail } from '../../lib/fail.ts';
import { chooseStyle, listStyles } from './style-store.ts';

/** An operator's choices of what is drawn. They hold for the next videos of the title. */
export interface StyleChoices {
  show(titleId: number): Promise<{ styles: DrawingStyle[] }>;
  /** @throws NOT_FOUND */
  choose(titleId: number, choice: { style: string; kind: DrawingKind }): Promise<{ styles: DrawingStyle[] }>;
}

export const createStyleChoices = ({
  db,
  transact,
  record,
}: {
  db: Connection;
  transact: Transact;
  record: RecordChange;
}): StyleChoices => {
  const show = async (titleId: number) => ({ styles: await listStyles(db, titleId) });
  return {
    show,
    async choose(titleId, { style, kind }) {
      await transact(async (tx) => {
        const before = (await chooseStyle(tx, titleId, { style, kind })) ?? fail('NOT_FOUND');
        if (before === kind) return;
        await record(tx, {
          action: 'title.drawing-style',
          subject: { kind: 'title', id: titleId },
          before: { style, kind: before },
          after: { style, kind },
        });
      });
      return show(titleId);
    },
  };
};
