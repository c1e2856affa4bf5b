import { useState, type ReactNode } from 'react';
import { createPlace, FocusGroup, PlaceProvider, type Place } from '#src/focus/index.ts';

export interface ScreenProps {
  /** Name of the screen in the markup (contract.md, section 10). */
  readonly name: string;
  /** What has the focus first. */
  readonly initialKey: string;
  /** Memory of this visit; a screen outside the history has one of its own. */
  readonly place?: Place | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Screen({ name, initialKey, place, className, children }: ScreenProps) {
  const [own] = useState(createPlace);
  return (
    <PlaceProvider place={place ?? own} initialKey={initialKey}>
      <main data-screen={name} className={className}>
        <FocusGroup focusKey={`screen:${name}`} axis="column">
          {children}
        </FocusGroup>
      </main>
    </PlaceProvider>
  );
}
