import { configurationQuery } from './configuration-query.ts'
import { queryClient } from './query-client.ts'

/** When a session on a private service has ended: guests must not see what was fetched with it. */
export function resetPrivateQueries(): void {
  if (queryClient.getQueryData(configurationQuery.queryKey)?.guests !== 'off') return
  const [ofConfiguration] = configurationQuery.queryKey
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ofConfiguration })
}
