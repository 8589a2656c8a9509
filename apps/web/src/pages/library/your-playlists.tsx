import type { Playlist } from '@refrain/contract/library/playlists'
import { Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { CardSkeleton } from '../../catalogue/cards/card-skeleton.tsx'
import { ImportPlaylistButton } from '../../library/playlist-files/import-playlist-button.tsx'
import { createPlaylist } from '../../library/playlists/create-playlist.ts'
import { LikedSongsCard, PlaylistCard } from '../../library/playlists/playlist-card.tsx'
import { CardGridSkeleton } from '../components/card-grid.tsx'
import { CardListing } from '../components/card-listing.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

/** What stands in the grid: a playlist, Liked Songs, or one that is being made. */
type Place = Playlist | { readonly _id: 'liked' | 'making' }

const LIKED: Place = { _id: 'liked' }
const MAKING: Place = { _id: 'making' }

/**
 * The listener's playlists as a grid with a plus button, and the way to Liked Songs, which is no
 * playlist that one has. @param playlists undefined while they are on their way
 */
export function YourPlaylists({ playlists }: { readonly playlists: readonly Playlist[] | undefined }) {
  const { making, create } = useCreate()
  const plus = useRef<HTMLButtonElement>(null)
  const places = useMemo<Place[]>(
    () => [LIKED, ...(making ? [MAKING] : []), ...(playlists ?? [])],
    [making, playlists],
  )
  return (
    <section aria-labelledby="your-playlists">
      <div className="mb-1 flex items-center gap-2">
        <SectionHeading id="your-playlists" className="min-w-0 flex-1">
          Your Playlists
        </SectionHeading>
        <ImportPlaylistButton />
        <button
          ref={plus}
          type="button"
          aria-label="New playlist"
          aria-disabled={making || !playlists || undefined}
          className="icon-button bg-raised"
          onClick={create}
        >
          <Plus aria-hidden className="size-5" />
        </button>
      </div>
      {!playlists && <CardGridSkeleton />}
      {playlists && (
        <CardListing rows={places} total={places.length} loading={false} onMore={nothing} card={card} />
      )}
      {playlists?.length === 0 && !making && (
        <div className="mt-4 grid justify-items-center gap-5 rounded-panel bg-raised px-6 py-10 text-center">
          <p className="text-lg font-bold">You currently have no playlists</p>
          <button
            type="button"
            className="button button-accent"
            onClick={() => {
              // This one goes; the other does the same and stays.
              plus.current?.focus({ preventScroll: true })
              create()
            }}
          >
            Create Playlist
          </button>
        </div>
      )}
    </section>
  )
}

const nothing = () => {}

/** Always the same: a card whose playlist has not changed is not drawn anew. */
function card(place: Place) {
  if ('title' in place) return <PlaylistCard playlist={place} />
  return place._id === 'liked' ? <LikedSongsCard /> : <CardSkeleton />
}

/** Makes one playlist at a time; where that fails nothing is said. */
function useCreate() {
  const [making, setMaking] = useState(false)
  const asked = useRef(false)
  async function create(): Promise<void> {
    if (asked.current) return
    asked.current = true
    setMaking(true)
    await createPlaylist().catch(() => {})
    asked.current = false
    setMaking(false)
  }
  return { making, create: () => void create() }
}
