import { createContext, type ComponentType } from 'react';

export interface PhoneFieldProps {
  /** Shown above the phone's field. */
  readonly name: string;
  readonly kind: 'email' | 'password' | 'new-password' | 'digits' | 'code' | 'name' | 'search' | 'review';
  readonly value: string;
  readonly maxLength: number;
  /** Label of the phone's button. */
  readonly doneLabel: string;
  /** Error of the field, shown on the phone too. */
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
  /** `column`: the QR code above the text; `row`: beside it. */
  readonly shape: 'column' | 'row';
  /** Place of the card. */
  readonly className: string | undefined;
}

/** Loads the card's script, which the first screens do not need. */
export type LoadPhoneField = () => Promise<ComponentType<PhoneFieldProps>>;

export const PhoneFieldContext = createContext<LoadPhoneField | null>(null);

export const PhoneFieldProvider = PhoneFieldContext.Provider;
