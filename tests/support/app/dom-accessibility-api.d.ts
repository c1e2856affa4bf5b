/* The package has types but does not export them. */
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(element: Element): string;
  export function computeAccessibleDescription(element: Element): string;
  /** The explicit role, else the implicit one of its tag. */
  export function getRole(element: Element): string | null;
}
