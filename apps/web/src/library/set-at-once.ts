import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { beginChange, callOff, endChange, renewAfter } from './while-changing.ts'

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

/** A thing of which the service is being told. */
interface Telling {
  wanted: boolean
  /** Whether the service keeps it in the end. */
  readonly kept: Promise<boolean>
}

/** By query and thing. */
const tellings = new Map<string, Telling>()

/**
 * Keeps a thing or lets it go: seen at once, told to the service, and gone back without a word where that
 * fails (PROP-17, PROP-52). Of quick presses the last decides: one call at a time, and none without need.
 * Answers whether the service has it as it was asked for.
 */
export async function setAtOnce(thing: Thing, keep: boolean): Promise<boolean> {
  const { queryKey, id, show, tell, renews } = thing
  const hash = hashKey([queryKey, id])
  const underWay = tellings.get(hash)
  if (underWay) {
    underWay.wanted = keep
    callOff(queryKey)
    show(keep)
    return (await underWay.kept) === keep
  }

  beginChange(queryKey)
  callOff(queryKey)
  const before = queryClient.getQueriesData({ queryKey })
  show(keep)
  const after = queryClient.getQueriesData({ queryKey })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const telling: Telling = { wanted: keep, kept: promise }
  tellings.set(hash, telling)

  let kept = !keep
  try {
    while (kept !== telling.wanted) {
      await tell(!kept)
      kept = !kept
    }
  } catch {
    const untouched = after.every(([key, data]) => queryClient.getQueryData(key) === data)
    if (untouched) for (const [key, data] of before) queryClient.setQueryData(key, data)
    else show(kept)
  }
  tellings.delete(hash)
  resolve(kept)
  renewAfter(queryKey, ...renews)
  if (queryClient.getQueryData(queryKey) === undefined) renewAfter(queryKey, queryKey)
  await endChange(queryKey)
  return kept === keep
}
