/** Something React's `useSyncExternalStore` can read: the value is replaced, never changed in place. */
export interface Readable<Value> {
  getState(): Value
  /** Calls back after each change, until the answered function is called. */
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends Readable<Value> {
  /** Takes the fields that differ; says nothing where none does, so that the value stays the same object. */
  change(fields: Partial<Value>): void
}

/** A value that tells when it changes. */
export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = Object.freeze(initial)
  const listeners = new Set<() => void>()
  return {
    getState: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(fields) {
      const names = Object.keys(fields) as (keyof Value)[]
      if (names.every(name => Object.is(value[name], fields[name]))) return
      value = Object.freeze({ ...value, ...fields })
      for (const listener of [...listeners]) listener()
    },
  }
}
