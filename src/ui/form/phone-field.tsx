import { useContext, useEffect, useState, type ComponentType } from 'react';
import { PhoneFieldContext, type PhoneFieldProps } from './phone-field-context.ts';

/** Beside a keyboard: a code with which a phone types into the same field. Nothing until its script has loaded. */
export function PhoneField(props: PhoneFieldProps) {
  const load = useContext(PhoneFieldContext);
  const [Card, setCard] = useState<ComponentType<PhoneFieldProps> | null>(null);
  useEffect(() => {
    let isShown = true;
    load?.().then(
      (loaded) => isShown && setCard(() => loaded),
      // The remote types as before.
      (error: unknown) => console.warn('phone keyboard', error),
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return Card && <Card {...props} />;
}
