import type { ReactNode } from 'react'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { PlayListButton } from '../../listening/buttons/play-list-button.tsx'
import { ShuffleListButton } from '../../listening/buttons/shuffle-list-button.tsx'
import { startList } from '../../listening/engine/play.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { EmptyIcon } from '../components/empty-icon.tsx'
import { PageBody } from '../components/page-body.tsx'
import { TrackList } from './track-list.tsx'
import { TrackListSkeleton } from './track-list-skeleton.tsx'

interface Props {
  /** Undefined while loading. */
  readonly listing: TrackListing | undefined
  /** Shown beside the play button. */
  readonly children?: ReactNode
  /** Shown below the rows, and in place of the empty state. */
  readonly below?: ReactNode
  /** The playlist whose tracks these are, if the listener can reorder them. */
  readonly own?: PlaylistRef
}

/** The body of a page whose rows form a playable list: the play button and the rows. */
export function ListingBody({ listing, children, below, own }: Props) {
  return (
    <PageBody className="relative pb-10">
      <div className="flex h-22 items-center gap-5 pr-12 max-[16rem]:h-auto max-[16rem]:flex-wrap max-[16rem]:gap-1 max-[16rem]:py-4">
        {listing && (
          <>
            <PlayListButton listing={listing} />
            <ShuffleListButton
              listId={listing.id}
              disabled={!listing.tracks.some(track => track.available)}
              onStart={() => startList(listing)}
            />
            {children}
          </>
        )}
      </div>
      {!listing && <TrackListSkeleton rows={12} />}
      {listing?.tracks.length === 0 && !below && <EmptyIcon />}
      {listing && listing.tracks.length > 0 && (
        <TrackList
          tracks={listing.tracks}
          label={listing.title}
          listId={listing.id}
          listing={listing}
          own={own}
        />
      )}
      {listing && below}
    </PageBody>
  )
}
