import type { Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { noteRefusal } from '../../api/refusals.ts'
import { CardSkeleton } from '../../catalogue/cards/card-skeleton.tsx'
import { ImportPlaylistButton } from '../../library/playlist-files/import-playlist-button.tsx'
import { createPlaylist } from '../../library/playlists/create-playlist.ts'
import { rememberNewPlaylist } from '../../library/playlists/new-playlist.ts'
import { LikedSongsCard, PlaylistCard } from '../../library/playlists/playlist-card.tsx'
import { paths } from '../../paths.ts'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'
import { CardGridSkeleton } from '../components/card-grid.tsx'
import { CardListing } from '../components/card-listing.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

/** A cell of the grid: a playlist, Liked Songs, or a playlist that is being created. */
type Cell = Playlist | { readonly id: 'liked' | 'creating' }

const LIKED: Cell = { id: 'liked' }
const CREATING: Cell = { id: 'creating' }
const NONE: readonly Playlist[] = []
const textsOf = ({ title }: Playlist) => [title]

/**
 * The listener's playlists and Liked Songs as a grid, with a button for a new one.
 * @param playlists undefined while loading
 */
export function YourPlaylists({ playlists }: { readonly playlists: readonly Playlist[] | undefined }) {
  const { creating, create } = useCreate()
  const plus = useRef<HTMLButtonElement>(null)
  const { shown, isFiltering, button, field, props } = useListFilter({
    rows: playlists ?? NONE,
    textsOf,
    label: libraryTexts.yourPlaylists,
    listId: 'playlists',
  })
  const cells = useMemo<readonly Cell[]>(
    () => (isFiltering ? shown : [LIKED, ...(creating ? [CREATING] : []), ...shown]),
    [creating, shown, isFiltering],
  )
  return (
    <section aria-labelledby="your-playlists" {...props}>
      <div className="mb-1 flex items-center gap-2">
        <SectionHeading id="your-playlists" className="min-w-0 flex-1">
          {libraryTexts.yourPlaylists}
        </SectionHeading>
        {button}
        <ImportPlaylistButton />
        <button
          ref={plus}
          type="button"
          aria-label={libraryTexts.newPlaylist}
          aria-disabled={creating || !playlists || undefined}
          className="icon-button bg-raised"
          onClick={create}
        >
          <Plus aria-hidden className="size-5" />
        </button>
      </div>
      {field}
      {!playlists && <CardGridSkeleton />}
      {playlists && (
        <CardListing rows={cells} total={cells.length} loading={false} onMore={nothing} card={card} />
      )}
      {playlists?.length === 0 && !creating && (
        <div className="mt-4">
          <EmptyState title={libraryTexts.noPlaylists}>
            <button
              type="button"
              className="button button-accent"
              onClick={() => {
                // This button disappears; the plus button does the same.
                plus.current?.focus({ preventScroll: true })
                create()
              }}
            >
              {libraryTexts.createPlaylist}
            </button>
          </EmptyState>
        </div>
      )}
    </section>
  )
}

const nothing = () => {}

/** Defined once, so that cards of unchanged playlists are not rendered again. */
function card(cell: Cell) {
  if ('title' in cell) return <PlaylistCard playlist={cell} />
  return cell.id === 'liked' ? <LikedSongsCard /> : <CardSkeleton />
}

/** Creates one playlist at a time and opens it, unless the listener has gone elsewhere; failures are not shown. */
function useCreate() {
  const [creating, setCreating] = useState(false)
  const pending = useRef(false)
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  async function create(): Promise<void> {
    if (pending.current) return
    pending.current = true
    setCreating(true)
    const created = await createPlaylist().catch(noteRefusal)
    pending.current = false
    setCreating(false)
    if (!created || !isShown.current) return
    rememberNewPlaylist(created.id)
    await navigate(paths.playlist(created.id))
  }
  return { creating, create: () => void create() }
}
