import { TrackRows, type TrackRowsProps } from './track-rows.tsx'
import { useTrackFilter } from './use-track-filter.tsx'

/** A list of any number of tracks that can be filtered. */
export function TrackList({ tracks, label, listing, own }: TrackRowsProps) {
  const filter = useTrackFilter({ tracks, label, listing })
  return filter.around(
    <TrackRows
      tracks={filter.shown}
      label={label}
      listing={filter.listing}
      own={own}
      isPart={filter.isFiltering}
    />,
  )
}
