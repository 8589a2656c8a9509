/** What the browser keeps under a key; null where there is nothing, or nothing can be kept. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value under a key, or with null nothing any more. Where nothing can be kept the pages go on. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As in a browser that refuses storage, or has no room left.
  }
}

/** Forgets everything the browser keeps. */
export function clearLocal(): void {
  try {
    localStorage.clear()
  } catch {
    // What refuses storage has kept nothing.
  }
}

/** Every key under which something is kept. */
export function localKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
