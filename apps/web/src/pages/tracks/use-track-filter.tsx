import type { Track } from '@refrain/contract/catalogue/tracks'
import { type ReactNode, useMemo } from 'react'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'

interface Options {
  readonly tracks: readonly Track[]
  readonly label: string
  /** The list that a row plays in; by default the album of its track. */
  readonly listing?: TrackListing | undefined
}

const textOf = ({ title, artistName, albumTitle }: Track) => `${title}\n${artistName}\n${albumTitle}`

/** The filter of a list of tracks. A row of a filtered list plays in what is shown (decision 099). */
export function useTrackFilter({ tracks, label, listing }: Options) {
  const { shown, isFiltering, button, field, props } = useListFilter({ rows: tracks, textOf, label })
  const first = tracks[0]?.id
  const shownListing = useMemo<TrackListing | undefined>(
    () =>
      isFiltering
        ? { id: listing?.id ?? `shown-${first}`, title: listing?.title ?? label, tracks: shown }
        : listing,
    [isFiltering, listing, first, label, shown],
  )
  const around = (list: ReactNode) => (
    <div {...props} className="filtered-list">
      {button && <div className="filter-button">{button}</div>}
      {field}
      {list}
    </div>
  )
  return { shown, isFiltering, listing: shownListing, around }
}
