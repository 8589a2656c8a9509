/** The value under a key; null if there is none or local storage is blocked. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value under a key; null removes it. Does nothing if local storage is blocked or full. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The pages work without it.
  }
}

export function clearLocal(): void {
  try {
    localStorage.clear()
  } catch {
    // Blocked: nothing is stored.
  }
}

export function localKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
