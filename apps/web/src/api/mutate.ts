import { hashKey, type Mutation, partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** How long a settled mutation stays in memory, in milliseconds: nothing reads it any more. */
const SETTLED_TTL_MS = 10_000

/** What the pending mutations of one scope share. */
interface Pending<Confirmed> {
  /** What the server is known to have. */
  confirmed: Confirmed
}

interface Options<Answer, Confirmed> {
  /** Prefix of the queries that show the change. Their reads are cancelled by it, and repeated after the last mutation. */
  readonly queryKey: QueryKey
  /** Mutations of one scope are sent one after another, in the order of the calls. */
  readonly scope?: string
  /** Reads what the server has. Called before the first of the pending mutations of the scope is shown. */
  readonly readConfirmed?: () => Confirmed
  /** Shows the change before the server has answered. */
  readonly show?: (pending: Pending<Confirmed>) => void
  readonly send: (pending: Pending<Confirmed>) => Promise<Answer>
  readonly onSuccess?: (answer: Answer, pending: Pending<Confirmed>) => void
  readonly onError?: (pending: Pending<Confirmed>, error: unknown) => void
  /** Refetched after the last mutation, besides cancelled reads. */
  readonly refetch?: readonly QueryKey[]
}

/**
 * Sends a change to the server by a TanStack Query mutation.
 * @throws what `send` throws
 */
export async function mutate<Answer, Confirmed = undefined>({
  queryKey,
  scope,
  readConfirmed,
  show,
  send,
  onSuccess,
  onError,
  refetch = [],
}: Options<Answer, Confirmed>): Promise<Answer> {
  const [first] = scope === undefined ? [] : pendingInScope(scope)
  const pending = (first?.meta?.pending ?? { confirmed: readConfirmed?.() }) as Pending<Confirmed>
  const meta = { pending, stale: staleKeys(queryKey) ?? new Map(), isSettled: false }
  const mutation = queryClient.getMutationCache().build<Answer, Error, void, void>(queryClient, {
    mutationKey: queryKey,
    ...(scope !== undefined && { scope: { id: scope } }),
    // Offline it fails at once, and what is shown goes back: a change that waits could overwrite a newer one later.
    networkMode: 'always',
    gcTime: SETTLED_TTL_MS,
    meta,
    onMutate() {
      if (!show) return
      cancelReads(queryKey)
      show(pending)
    },
    mutationFn: () => send(pending),
    onSuccess: answer => onSuccess?.(answer, pending),
    onError: error => onError?.(pending, error),
    onSettled() {
      refetchLater(queryKey, ...refetch)
      // They may have been read before the server had the change.
      cancelReads(queryKey)
      // TanStack Query changes the status later: mutations that settle together would still see each other as pending.
      meta.isSettled = true
      // Earlier, a read would undo what is shown of the others.
      if (pendingFor(queryKey).every(one => one.meta?.isSettled)) refetchStale(queryKey)
    },
  })
  return mutation.execute()
}

/** Whether no later mutation of the scope waits. Only meaningful while one is pending. */
export const isLastInScope = (scope: string) => pendingInScope(scope).length === 1

/** Has queries refetched once the last pending mutation of `queryKey` has settled. */
export function refetchLater(queryKey: QueryKey, ...keys: readonly QueryKey[]): void {
  const stale = staleKeys(queryKey)
  for (const key of keys) stale?.set(hashKey(key), key)
}

/**
 * Cancels reads that are under way: their answers may not know of a change. First reads go on, because something waits
 * for them. Both are repeated later: they may know of other changes.
 */
export function cancelReads(queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) === 0) return
  refetchLater(queryKey, queryKey)
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}

const pendingInScope = (scope: string) =>
  queryClient.getMutationCache().findAll({
    status: 'pending',
    predicate: ({ options }) => options.scope?.id === scope,
  })

const pendingFor = (queryKey: QueryKey): Mutation[] =>
  queryClient.getMutationCache().findAll({ mutationKey: queryKey, exact: true, status: 'pending' })

/** What the pending mutations of a key have marked to be refetched, by hash. */
const staleKeys = (queryKey: QueryKey) =>
  pendingFor(queryKey)[0]?.meta?.stale as Map<string, QueryKey> | undefined

function refetchStale(queryKey: QueryKey): void {
  const stale = staleKeys(queryKey)
  if (!stale) return
  const hash = hashKey(queryKey)
  // A key that begins with another one is refetched with it.
  const isCovered = (key: QueryKey) =>
    stale.has(hash) && hashKey(key) !== hash && partialMatchKey(key, queryKey)
  const keys = [...stale.values()].filter(key => !isCovered(key))
  stale.clear()
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: key })
}
