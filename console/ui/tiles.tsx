interface TilesProps {
  tiles: readonly (readonly [name: string, value: string, note: string | null])[];
}

/** Classes for other numbers of tiles than six. */
const CLASSES: Readonly<Record<number, string>> = { 4: 'tiles four', 5: 'tiles five' };

/** Figures side by side: name, value, and a note on what is counted. */
export const Tiles = ({ tiles }: TilesProps) => (
  <dl className={CLASSES[tiles.length] ?? 'tiles'}>
    {tiles.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <strong>{value}</strong>
          {note !== null && <span className="note">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
