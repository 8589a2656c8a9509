import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useIsGuest } from '../../account/session.ts'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { type ListingChoice, type ListingKind, readChoice, writeChoice } from './listing-choice.ts'

const keyOf = (kind: ListingKind) => `listing_${kind}`

/**
 * How a listing is sorted and filtered: as its address says, else as this browser remembers. What is chosen replaces the
 * address, so that Back leaves the listing.
 */
export function useListingChoice(kind: ListingKind): {
  readonly choice: ListingChoice
  readonly choose: (choice: ListingChoice) => void
} {
  const [query, setQuery] = useSearchParams()
  const isGuest = useIsGuest()
  const clean = (given: string) => String(writeChoice(readChoice(kind, new URLSearchParams(given), isGuest)))
  const asked = clean(String(query))
  const remembered = asked === '' ? clean(readLocal(keyOf(kind)) ?? '') : ''
  const shown = asked || remembered
  const choice = useMemo(() => readChoice(kind, new URLSearchParams(shown), isGuest), [kind, shown, isGuest])
  useEffect(() => {
    if (remembered) setQuery(remembered, { replace: true, preventScrollReset: true })
  }, [remembered, setQuery])
  const choose = useCallback(
    (chosen: ListingChoice) => {
      const next = writeChoice(chosen)
      const kept = new URLSearchParams(next)
      // The letter that names begin at is for this visit.
      kept.delete('from')
      writeLocal(keyOf(kind), String(kept) || null)
      setQuery(next, { replace: true, preventScrollReset: true })
    },
    [kind, setQuery],
  )
  return { choice, choose }
}
