import type { SearchResult } from '@refrain/contract/search'
import { useQuery } from '@tanstack/react-query'
import { AlbumCard } from '../../catalogue/album-card.tsx'
import { ArtistCard } from '../../catalogue/artist-card.tsx'
import { GRID_SIZES } from '../../catalogue/card-sizes.ts'
import { searchQuery } from '../../catalogue/search-query.ts'
import { EmptyMark } from '../parts/empty-mark.tsx'
import { TopTracks } from '../parts/top-tracks.tsx'
import { FoundCards } from './found-cards.tsx'
import { SearchSkeleton } from './search-skeleton.tsx'

/** What was found, group by group; a group without a match is left out (SRCH-01 to SRCH-03, PROP-62). */
export function SearchResults({ query }: { readonly query: string }) {
  const { data: found, isPlaceholderData: older } = useQuery(searchQuery(query))
  return (
    <>
      <p role="status" className="sr-only">
        {found && !older && sayFound(found)}
      </p>
      {found ? (
        <div
          aria-busy={older}
          className={`grid grid-cols-[minmax(0,1fr)] gap-9 transition-opacity duration-(--duration) ${older ? 'opacity-60 delay-200' : ''}`}
        >
          <Groups found={found} />
        </div>
      ) : (
        <SearchSkeleton />
      )}
    </>
  )
}

function Groups({ found: { tracks, artists, albums } }: { readonly found: SearchResult }) {
  if (tracks.length + artists.length + albums.length === 0) return <EmptyMark />
  return (
    <>
      {tracks.length > 0 && <TopTracks tracks={tracks} />}
      {artists.length > 0 && (
        <FoundCards
          title="Artists"
          cards={artists.map(artist => (
            <li key={artist._id}>
              <ArtistCard artist={artist} sizes={GRID_SIZES} />
            </li>
          ))}
        />
      )}
      {albums.length > 0 && (
        <FoundCards
          title="Albums"
          cards={albums.map(album => (
            <li key={album._id}>
              <AlbumCard album={album} sizes={GRID_SIZES} />
            </li>
          ))}
        />
      )}
    </>
  )
}

/** `3 tracks, 1 artist, 0 albums`: for those who cannot see what came. */
function sayFound({ tracks, artists, albums }: SearchResult): string {
  const count = (many: number, name: string) => `${many} ${name}${many === 1 ? '' : 's'}`
  return [count(tracks.length, 'track'), count(artists.length, 'artist'), count(albums.length, 'album')].join(
    ', ',
  )
}
