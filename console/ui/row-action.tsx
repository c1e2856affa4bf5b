import { Button } from 'react-aria-components';

export interface RowActionProps {
  /** Name of the row, for screen readers: many buttons of a table have the same verb. */
  of: string;
  verb: string;
  onPress(): void;
}

/** A button of one row of a table or a list. */
export const RowAction = ({ of, verb, onPress }: RowActionProps) => (
  <Button className="button small" aria-label={`${of} ${verb}`} onPress={onPress}>
    {verb}
  </Button>
);
