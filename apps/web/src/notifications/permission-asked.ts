/**
 * Name of an empty cache that exists while the listener has been asked and has not answered. Not in local storage,
 * which a logout clears: the question would come again.
 */
const CACHE_NAME = 'asked to notify'

/** Also false if the browser blocks storage. */
export function wasAsked(): Promise<boolean> {
  return caches.has(CACHE_NAME).catch(() => false)
}

export async function rememberAsked(asked: boolean): Promise<void> {
  await (asked ? caches.open(CACHE_NAME) : caches.delete(CACHE_NAME)).catch(() => {})
}
