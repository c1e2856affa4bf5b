import { type DrawingKind, type DrawingStyle, MOST_STYLES } from '#contract/console/drawing-styles.ts';
import type { Connection } from '../../db/open.ts';
import type { ShownStyle } from './judge-script.ts';

/** Stores what was judged of the scripts of a title's video. What an operator has chosen stays. A repeated call changes nothing. */
export async function saveStyles(db: Connection, titleId: number, styles: readonly ShownStyle[]): Promise<void> {
  if (styles.length === 0) return;
  const rows = styles.slice(0, MOST_STYLES).map(({ name, kind, confidence, events, firstSeconds, sample }) => ({
    title_id: titleId,
    style: name,
    kind,
    is_chosen: false,
    confidence,
    cnt_event: events,
    first_seconds: firstSeconds,
    sample,
  }));
  await db
    .insertInto('drawing_styles')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['title_id', 'style']).doUpdateSet((eb) => ({
        kind: eb
          .case()
          .when('drawing_styles.is_chosen', '=', true)
          .then(eb.ref('drawing_styles.kind'))
          .else(eb.ref('excluded.kind'))
          .end(),
        confidence: eb.ref('excluded.confidence'),
        cnt_event: eb.ref('excluded.cnt_event'),
        first_seconds: eb.ref('excluded.first_seconds'),
        sample: eb.ref('excluded.sample'),
      })),
    )
    .execute();
  // Episodes of a long series use other styles over the years.
  await db
    .deleteFrom('drawing_styles')
    .where('title_id', '=', titleId)
    .where('is_chosen', '=', false)
    .where('style', 'not in', (eb) =>
      eb
        .selectFrom('drawing_styles')
        .select('style')
        .where('title_id', '=', titleId)
        .orderBy('is_chosen', 'desc')
        .orderBy('cnt_event', 'desc')
        .limit(MOST_STYLES),
    )
    .execute();
}

export const listStyles = (db: Connection, titleId: number): Promise<DrawingStyle[]> =>
  db
    .selectFrom('drawing_styles')
    .select(['style', 'kind', 'is_chosen', 'confidence', 'cnt_event', 'first_seconds', 'sample'])
    .where('title_id', '=', titleId)
    .orderBy('cnt_event', 'desc')
    .orderBy('style')
    .limit(MOST_STYLES)
    .execute();

/** What operators have chosen for a title, by style. */
export async function chosenStyles(db: Connection, titleId: number): Promise<Record<string, DrawingKind>> {
  const styles = await listStyles(db, titleId);
  return Object.fromEntries(styles.filter((one) => one.is_chosen).map(({ style, kind }) => [style, kind]));
}

/** @returns what it was before; undefined for a style that the title does not have. */
export async function chooseStyle(
  tx: Connection,
  titleId: number,
  { style, kind }: { style: string; kind: DrawingKind },
): Promise<DrawingKind | undefined> {
  const before = await tx
    .selectFrom('drawing_styles')
    .select('kind')
    .where('title_id', '=', titleId)
    .where('style', '=', style)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('drawing_styles')
    .set({ kind, is_chosen: true })
    .where('title_id', '=', titleId)
    .where('style', '=', style)
    .execute();
  return before.kind;
}
