import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

interface TrackMenuProps<Act extends string> {
  /** Name of the track, which the button says to screen readers. */
  of: string;
  acts: readonly (readonly [Act, string])[];
  onAct(act: Act): void;
}

/** The acts on one track of a video. */
export const TrackMenu = <Act extends string>({ of, acts, onAct }: TrackMenuProps<Act>) => (
  <MenuTrigger>
    <Button className="button small" aria-label={`${of} 작업`}>
      작업
    </Button>
    <Popover className="popover" placement="bottom end">
      <Menu className="listbox" onAction={(key) => onAct(key as Act)}>
        {acts.map(([act, name]) => (
          <MenuItem key={act} id={act} className="option">
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
