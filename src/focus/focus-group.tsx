import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ParentKeyProvider, useBack, useFocusEngine, useParentKey, usePlace } from './focus-context.tsx';
import type { Axis } from './navigator.ts';

export interface FocusGroupProps {
  readonly focusKey: string;
  readonly axis: Axis;
  /** Child that is entered first; afterwards it is the one left last, also when Back leads here again. */
  readonly preferredKey?: string;
  readonly className?: string | undefined;
  /** Up and down keep the place along the rows, as on a pad of keys. */
  readonly keepsColumn?: boolean;
  readonly isBoundary?: boolean;
  readonly role?: 'dialog' | 'group' | 'navigation';
  readonly label?: string;
  readonly children: ReactNode;
}

/** Children in a row or a column: arrows along it move among them in the order of the document, others leave it. */
export function FocusGroup(props: FocusGroupProps) {
  const {
    focusKey,
    axis,
    preferredKey,
    keepsColumn = false,
    isBoundary = false,
    className,
    role,
    label,
    children,
  } = props;
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  const place = usePlace();
  const [left] = useState(() => place.left.get(focusKey));
  const enteredKey = left ?? preferredKey;
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    return engine.addGroup({ key: focusKey, parentKey, element, axis, keepsColumn, isBoundary });
  }, [engine, focusKey, parentKey, axis, keepsColumn, isBoundary]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || enteredKey === undefined) return;
    engine.updateGroup({
      key: focusKey,
      parentKey,
      element,
      axis,
      keepsColumn,
      isBoundary,
      preferredKey: enteredKey,
    });
  }, [engine, focusKey, parentKey, axis, keepsColumn, isBoundary, enteredKey]);

  return (
    <ParentKeyProvider value={focusKey}>
      <div
        ref={ref}
        className={className}
        role={role}
        aria-label={label}
        aria-modal={role === 'dialog' ? true : undefined}
      >
        {children}
      </div>
    </ParentKeyProvider>
  );
}

export interface FocusScopeProps extends Omit<FocusGroupProps, 'isBoundary'> {
  /** What Back does here; without it Back is left to older handlers. */
  readonly onBack?: () => boolean;
}

const leaveToOthers = () => false;

/** A group that keeps the focus in while it is mounted, and gives it back where it was. */
export function FocusScope({ onBack = leaveToOthers, ...group }: FocusScopeProps) {
  const { focusKey } = group;
  const engine = useFocusEngine();
  // Numbered while it renders: before what is in it, whose effects come first.
  const [order] = useState(engine.nextOrder);
  useBack(onBack);
  useLayoutEffect(() => engine.addScope(focusKey, order), [engine, focusKey, order]);
  return <FocusGroup {...group} isBoundary />;
}
