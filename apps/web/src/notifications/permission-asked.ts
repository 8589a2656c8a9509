/**
 * Name of an empty cache, there while the listener has been asked and the browser has no answer. A logout clears local
 * storage (AUTH-17), and whoever comes next would be asked again; this holds nothing of anybody.
 */
const ASKED = 'asked to notify'

/** False as well in a browser that keeps nothing. */
export function wasAsked(): Promise<boolean> {
  return caches.has(ASKED).catch(() => false)
}

export async function rememberAsked(asked: boolean): Promise<void> {
  await (asked ? caches.open(ASKED) : caches.delete(ASKED)).catch(() => {})
}
