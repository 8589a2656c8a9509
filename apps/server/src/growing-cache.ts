import { LRUCache } from 'lru-cache'

/**
 * Keeps the `max` entries that were used last. Unlike a cache made with `max`, it takes memory and time for those that it has, not
 * for all that it may have: a service starts with several caches of thousands.
 */
export const growingCache = <Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 })
