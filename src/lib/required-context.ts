import { createContext, useContext, type Provider } from 'react';

/** A context without a default: its hook throws where no provider is above. @param name of the value, for the error. */
export function createRequiredContext<T extends object>(name: string): readonly [Provider<T>, () => T] {
  const Context = createContext<T | null>(null);
  function useRequired(): T {
    const value = useContext(Context);
    if (!value) throw new Error(`${name} is missing`);
    return value;
  }
  return [Context.Provider as Provider<T>, useRequired];
}
