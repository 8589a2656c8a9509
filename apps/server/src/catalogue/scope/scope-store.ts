import type { RawBuilder } from 'kysely'

/**
 * What one listener may see of the catalogue. Sorted listings ask it; older queries, counts and searches do not yet. Today it is
 * everything. Part of it, such as some of several libraries, becomes a field here and conditions below.
 */
export interface Scope {
  /** Undefined for guests. */
  readonly userId: string | undefined
}

/** What a listener may see. @param userId undefined for guests */
export const scopeOf = (userId: string | undefined): Scope => ({ userId })

/** Conditions for rows of a table that are within a scope, for the `where` of a query that reads the table under its own name. */
export function conditionsOf(_scope: Scope, _table: 'tracks' | 'albums' | 'artists'): RawBuilder<unknown>[] {
  return []
}
