/* The package has types, and keeps them out of what it exports. */
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(element: Element): string;
  export function computeAccessibleDescription(element: Element): string;
  /** The role that it says, or the one that its tag has. */
  export function getRole(element: Element): string | null;
}
