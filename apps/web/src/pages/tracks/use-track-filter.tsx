import type { Track } from '@refrain/contract/catalogue/tracks'
import type { ReactNode } from 'react'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'
import { ListHeading } from '../components/list-heading.tsx'

interface Options {
  readonly tracks: readonly Track[]
  readonly label: string
  /** What identifies the list: the filter of another one is closed. */
  readonly listId: string
  readonly listing?: TrackListing | undefined
  /** Called before the filter closes, with the track whose row has the focus. */
  readonly onClose?: (focused: Track | undefined) => void
}

const textsOf = ({ title, artistName, albumTitle }: Track) => [title, artistName, albumTitle]

/** The filter of a list of tracks. It only hides rows: they play in the whole list (decision 099). */
export function useTrackFilter({ tracks, label, listId, listing, onClose }: Options) {
  const { shown, isFiltering, button, field, props } = useListFilter({
    ...{ rows: tracks, textsOf, label, listId },
    isPart: listing?.loadAll !== undefined,
    onOpen: () => void listing?.loadAll?.().catch(() => {}),
    onClose: focused => onClose?.(focused === undefined ? undefined : shown[focused]),
  })
  /** @param heading shares its line with the button */
  const around = (list: ReactNode, heading?: ReactNode) => (
    <div {...props} className="filtered-list">
      {heading ? (
        <ListHeading button={button}>{heading}</ListHeading>
      ) : (
        button && <div className="filter-button">{button}</div>
      )}
      {field}
      {list}
    </div>
  )
  return { shown, isFiltering, around }
}
