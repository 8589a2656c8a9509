import { ownName, withoutPrefix } from '../../prefix.ts'

/** The value under a key; null if there is none or local storage is blocked. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(ownName(key))
  } catch {
    return null
  }
}

/** Stores a value under a key; null removes it. Does nothing if local storage is blocked or full. */
export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(ownName(key))
    else localStorage.setItem(ownName(key), value)
  } catch {
    // The pages work without it.
  }
}

/** Removes what this service has stored, and nothing of others on the same host. */
export function clearLocal(): void {
  for (const key of localKeys()) writeLocal(key, null)
}

export function localKeys(): string[] {
  try {
    return Object.keys(localStorage).flatMap(key => withoutPrefix(key) ?? [])
  } catch {
    return []
  }
}
