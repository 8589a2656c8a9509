import { hashKey, type QueryKey } from '@tanstack/react-query'
import { isLastInScope, mutate } from './mutate.ts'
import { queryClient } from './query-client.ts'
import { noteRefusal } from './refusals.ts'

interface Toggle {
  /** Prefix of the queries that show it. */
  readonly queryKey: QueryKey
  /** Which of the things that these queries show. */
  readonly id: string
  readonly show: (on: boolean) => void
  readonly send: (on: boolean) => Promise<void>
  /** Other queries to refetch afterwards. */
  readonly refetch: readonly QueryKey[]
}

type Snapshot = ReturnType<typeof queryClient.getQueriesData>

interface Confirmed {
  on: boolean
  /** What was cached before the first change was shown, and right after it. */
  readonly before: Snapshot
  after?: Snapshot
}

/**
 * Switches something on or off: shown at once, and back with one line if the call fails. Of quick presses the last
 * one decides: the server gets one call at a time, and none that would change nothing.
 * @returns whether the server has it as asked; false if a later press is pending
 */
export async function setToggle(toggle: Toggle, on: boolean): Promise<boolean> {
  const { queryKey, id, show, send, refetch } = toggle
  const scope = hashKey([queryKey, id])
  let isFirst = false
  return mutate<boolean, Confirmed>({
    queryKey,
    scope,
    readConfirmed() {
      isFirst = true
      return { on: !on, before: queryClient.getQueriesData({ queryKey }) }
    },
    show({ confirmed }) {
      show(on)
      confirmed.after ??= queryClient.getQueriesData({ queryKey })
    },
    async send({ confirmed }) {
      if (confirmed.on !== on && (isFirst || isLastInScope(scope))) {
        await send(on)
        confirmed.on = on
      }
      return confirmed.on === on && isLastInScope(scope)
    },
    onError({ confirmed }, error) {
      if (!isLastInScope(scope)) return
      rollBack(toggle, confirmed)
      noteRefusal(error)
    },
    refetch: queryClient.getQueryData(queryKey) === undefined ? [queryKey, ...refetch] : refetch,
  }).catch(() => false)
}

/** Restores the cache, order included; if something else has changed it since, switches only this one back. */
function rollBack({ show }: Toggle, { on, before, after = [] }: Confirmed): void {
  const isUnchanged = after.every(([key, data]) => queryClient.getQueryData(key) === data)
  if (isUnchanged) for (const [key, data] of before) queryClient.setQueryData(key, data)
  else show(on)
}
