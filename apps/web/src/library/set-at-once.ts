import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'

interface Thing {
  /** The query that says which of such things are kept; what else shows them has a key that begins so. */
  readonly queryKey: QueryKey
  readonly id: string
  /** Puts it into what was fetched, or takes it out. */
  readonly show: (kept: boolean) => void
  /** Tells the service. */
  readonly tell: (kept: boolean) => Promise<void>
  /** What else has to be asked for anew, once the service knows of all that was pressed. */
  readonly renews: readonly QueryKey[]
}

/** Of one query: what is wanted of the things of which the service is being told. */
interface Telling {
  readonly wanted: Map<string, boolean>
  /** Whether an answer was called off that has to be asked for again. */
  interrupted: boolean
}

const tellings = new Map<string, Telling>()

/**
 * Keeps a thing or lets it go: seen at once, told to the service, and gone back without a word where that
 * fails (PROP-17, PROP-52). Of quick presses the last decides: one call at a time, and none without need.
 */
export async function setAtOnce({ queryKey, id, show, tell, renews }: Thing, keep: boolean): Promise<void> {
  const hash = hashKey(queryKey)
  const telling = tellings.get(hash) ?? { wanted: new Map<string, boolean>(), interrupted: false }
  tellings.set(hash, telling)
  const { wanted } = telling
  const underWay = wanted.has(id)
  wanted.set(id, keep)

  callOff(queryKey, telling)
  const before = queryClient.getQueriesData({ queryKey })
  show(keep)
  const after = queryClient.getQueriesData({ queryKey })
  if (underWay) return

  let kept = !keep
  try {
    while (kept !== wanted.get(id)) {
      await tell(!kept)
      kept = !kept
    }
    // What was asked before the service knew must not be shown after it.
    callOff(queryKey, telling)
  } catch {
    const untouched = after.every(([key, data]) => queryClient.getQueryData(key) === data)
    if (untouched) for (const [key, data] of before) queryClient.setQueryData(key, data)
    else show(kept)
  }
  wanted.delete(id)
  if (wanted.size > 0) return
  tellings.delete(hash)
  const unknown = telling.interrupted || queryClient.getQueryData(queryKey) === undefined
  await Promise.all(
    (unknown ? [queryKey] : renews).map(stale => queryClient.invalidateQueries({ queryKey: stale })),
  )
}

/** What is on its way does not know yet what was pressed, and would undo it; what comes first is awaited all the same. */
function callOff(queryKey: QueryKey, telling: Telling): void {
  if (queryClient.isFetching({ queryKey }) === 0) return
  telling.interrupted = true
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}
