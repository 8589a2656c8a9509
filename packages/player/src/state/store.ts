/** A store for React's `useSyncExternalStore`: its value is replaced, never mutated. */
export interface Readable<Value> {
  getState(): Value
  /** Calls `listener` after each change. @returns unsubscribes */
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends Readable<Value> {
  /** Sets fields. If none differs, the value stays the same object and nobody is notified. */
  update(fields: Partial<Value>): void
}

export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = Object.freeze(initial)
  const listeners = new Set<() => void>()
  return {
    getState: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update(fields) {
      const names = Object.keys(fields) as (keyof Value)[]
      if (names.every(name => Object.is(value[name], fields[name]))) return
      value = Object.freeze({ ...value, ...fields })
      for (const listener of [...listeners]) listener()
    },
  }
}
