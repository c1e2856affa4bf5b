interface ChecksProps<T extends string> {
  label: string;
  values: readonly T[];
  options: readonly (readonly [T, string])[];
  onChange(values: T[]): void;
}

/** Any of several values. */
export const Checks = <T extends string>({ label, values, options, onChange }: ChecksProps<T>) => (
  <fieldset className="field plain">
    <legend>{label}</legend>
    <div className="checks">
      {options.map(([value, name]) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((each) => each !== value))
            }
          />
          {name}
        </label>
      ))}
    </div>
  </fieldset>
);
