/** Figures side by side: name, value, and a note on what is counted. */
export function Tiles({
  tiles,
}: {
  readonly tiles: readonly (readonly [name: string, value: string, note: string | null])[];
}) {
  return (
    <dl className="tiles four">
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
}
