import type { ReactNode } from 'react';
import {
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';

export interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email' | 'password' | 'search';
  hint?: ReactNode;
  isRequired?: boolean;
  isReadOnly?: boolean;
  isLong?: boolean;
  autoFocus?: boolean;
  autoComplete?: string;
  inputMode?: 'numeric' | 'text';
  maxLength?: number;
  /** Shows the label to screen readers only, where the page around it makes it clear. */
  isLabelHidden?: boolean;
  /** Shorter than a hidden label, which it replaces in the empty field. */
  placeholder?: string;
  className?: string;
}

/** A text field with its label; one line or several. */
export function Field(props: FieldProps) {
  const { label, value, onChange, type = 'text', hint, isLong = false, isLabelHidden = false, className } = props;
  const { isRequired = false, isReadOnly = false, autoFocus = false, autoComplete, inputMode, maxLength } = props;
  const { placeholder = isLabelHidden ? label : '' } = props;
  return (
    <TextField
      className={`field ${className ?? ''}`}
      value={value}
      onChange={onChange}
      type={isLong ? 'text' : type}
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      autoFocus={autoFocus}
      {...(autoComplete !== undefined && { autoComplete })}
      {...(inputMode !== undefined && { inputMode })}
      {...(maxLength !== undefined && { maxLength })}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      {isLong ? <TextArea className="input" rows={3} /> : <Input className="input" placeholder={placeholder} />}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="problem" />
    </TextField>
  );
}

export interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange(value: T): void;
  isLabelHidden?: boolean;
}

/** One of several values. */
export function Choice<T extends string>({ label, value, options, onChange, isLabelHidden = false }: ChoiceProps<T>) {
  return (
    <Select
      className="field"
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as T)}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label>{label}</Label>}
      <Button className="input select">
        <SelectValue />
        <span aria-hidden="true" className="chevron" />
      </Button>
      <Popover className="popover">
        <ListBox className="listbox">
          {options.map(([key, name]) => (
            <ListBoxItem key={key} id={key} textValue={name} className="option">
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
