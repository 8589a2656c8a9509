import { hashKey, partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

/** Changes of what the queries of one key show, from the press until the service has answered all of them. */
interface Changes {
  underWay: number
  /** What has to be asked for anew once there are none, by its hash. */
  readonly stale: Map<string, QueryKey>
}

const changes = new Map<string, Changes>()

/** A change of what the queries show whose keys begin so; each is ended by `endChange`. */
export function beginChange(queryKey: QueryKey): void {
  const known = changes.get(hashKey(queryKey))
  if (known) known.underWay++
  else changes.set(hashKey(queryKey), { underWay: 1, stale: new Map() })
}

/**
 * Calls off what is being fetched: it may not know of a change, and would undo it where it is shown. What comes first
 * is awaited all the same. Either is asked for anew after the last change, for it may say something else that is new.
 */
export function callOff(queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) === 0) return
  renewAfter(queryKey, queryKey)
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}

/** Has something asked for anew after the last of the changes. */
export function renewAfter(queryKey: QueryKey, ...stale: readonly QueryKey[]): void {
  for (const key of stale) changes.get(hashKey(queryKey))?.stale.set(hashKey(key), key)
}

/** Ends a change that is shown as the service has it; what was asked before it knew is not shown after it. */
export async function endChange(queryKey: QueryKey): Promise<void> {
  callOff(queryKey)
  const hash = hashKey(queryKey)
  const ended = changes.get(hash)
  if (!ended || --ended.underWay > 0) return
  changes.delete(hash)
  // What has a key that begins so is asked for with it.
  const isCovered = (key: QueryKey) =>
    ended.stale.has(hash) && hashKey(key) !== hash && partialMatchKey(key, queryKey)
  const renewed = [...ended.stale.values()].filter(key => !isCovered(key))
  await Promise.all(renewed.map(stale => queryClient.invalidateQueries({ queryKey: stale })))
}
