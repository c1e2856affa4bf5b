export interface ComparisonProps {
  title?: string;
  lines: readonly (readonly [name: string, text: string])[];
}

/** Shows what another operator has saved next to what this operator saw and wants. */
export const Comparison = ({ title = '그사이 다른 사람이 바꿨어요.', lines }: ComparisonProps) => (
  <div className="compare" role="alert">
    <p>{title}</p>
    <dl>{lines.map(([name, text]) => [<dt key={name}>{name}</dt>, <dd key={`${name}/text`}>{text}</dd>])}</dl>
  </div>
);
