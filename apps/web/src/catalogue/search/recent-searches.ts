import { foldForSearch } from '@refrain/contract/fold-for-search'
import { useMemo, useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { normalizeQuery } from './search-query.ts'

/** localStorage key of the queries, newest first. Deleted with the session: see clear-saved-player.ts. */
const RECENT = 'recentSearches'
/** Queries that a browser remembers. */
export const MAX_RECENT = 10
const CHANGED = 'recent searches changed'
/** UTF-16 units; more than the longest list that this stores. */
const MAX_STORED = 10_000

/** Saves a query that led somewhere as the newest, in place of the same one in other letters. */
export function saveSearch(query: string): void {
  store([query, ...readRecent()])
}

export function removeSearch(query: string): void {
  store(readRecent().filter(each => each !== query))
}

export function clearSearches(): void {
  store([])
}

/** The last queries that led somewhere, newest first, as they change in any tab. */
export function useRecentSearches(): readonly string[] {
  const stored = useSyncExternalStore(subscribe, readStored, () => '')
  return useMemo(() => parse(stored), [stored])
}

const readStored = () => readLocal(RECENT) ?? ''
const readRecent = () => parse(readStored())

function store(queries: readonly string[]): void {
  const kept = bounded(queries)
  writeLocal(RECENT, kept.length > 0 ? JSON.stringify(kept) : null)
  dispatchEvent(new Event(CHANGED))
}

/** Anything but a list of queries is empty: the value may be damaged, or of another version. */
function parse(stored: string): readonly string[] {
  if (stored === '' || stored.length > MAX_STORED) return []
  try {
    const value: unknown = JSON.parse(stored)
    return Array.isArray(value) ? bounded(value.filter(each => typeof each === 'string')) : []
  } catch {
    return []
  }
}

/** As the search takes them, each once. */
function bounded(queries: readonly string[]): string[] {
  const byForm = new Map<string, string>()
  for (const query of queries.map(normalizeQuery)) {
    const form = foldForSearch(query)
    if (form !== '' && !byForm.has(form)) byForm.set(form, query)
    if (byForm.size === MAX_RECENT) break
  }
  return [...byForm.values()]
}

function subscribe(changed: () => void): () => void {
  addEventListener(CHANGED, changed)
  addEventListener('storage', changed)
  return () => {
    removeEventListener(CHANGED, changed)
    removeEventListener('storage', changed)
  }
}
