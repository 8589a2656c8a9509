import type { ReactNode } from 'react'
import { TrackRows, type TrackRowsProps } from './track-rows.tsx'
import { useTrackFilter } from './use-track-filter.tsx'

interface Props extends Omit<TrackRowsProps, 'outOf'> {
  /** What identifies the list: the filter of another one is closed. */
  readonly listId: string
  /** Shares its line with the button of the filter. */
  readonly heading?: ReactNode
}

/** A list of any number of tracks that can be filtered. */
export function TrackList({ tracks, label, listId, heading, listing, own }: Props) {
  const filter = useTrackFilter({ tracks, label, listId, listing })
  return filter.around(
    <TrackRows tracks={filter.shown} outOf={tracks.length} label={label} listing={listing} own={own} />,
    heading,
  )
}
