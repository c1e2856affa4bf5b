import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ParentKeyProvider, useBack, useFocusEngine, useParentKey, useVisitMemory } from './focus-context.tsx';
import type { Axis } from './engine/navigator.ts';

export interface FocusGroupProps {
  readonly focusKey: string;
  readonly axis: Axis;
  /** The child focused on first entry; later entries, also by Back, restore the last one. */
  readonly preferredKey?: string;
  readonly className?: string | undefined;
  /** Up and down keep the column, as on a key pad. */
  readonly keepsColumn?: boolean;
  readonly isBoundary?: boolean;
  readonly role?: 'dialog' | 'group' | 'navigation';
  readonly label?: string;
  readonly children: ReactNode;
}

/** A row or a column of children: arrows along its axis move in document order, other arrows leave it. */
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
  const visit = useVisitMemory();
  const [left] = useState(() => visit.left.get(focusKey));
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
  /** The action of Back; without it, older handlers decide. */
  readonly onBack?: () => boolean;
}

const leaveToOthers = () => false;

/** A group that traps the focus while mounted, and restores the previous focus afterwards. */
export function FocusScope({ onBack = leaveToOthers, ...group }: FocusScopeProps) {
  const { focusKey } = group;
  const engine = useFocusEngine();
  // Numbered during rendering: before its children, whose effects run first.
  const [order] = useState(engine.nextOrder);
  useBack(onBack, focusKey);
  useLayoutEffect(() => engine.addScope(focusKey, order), [engine, focusKey, order]);
  return <FocusGroup {...group} isBoundary />;
}
