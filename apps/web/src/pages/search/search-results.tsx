import type { FoundKind, SearchResult } from '@refrain/contract/catalogue/search'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { countLimits } from '@refrain/contract/limits'
import { searchTexts } from '@refrain/messages/en/search'
import { useQuery } from '@tanstack/react-query'
import { ArtistCard } from '../../catalogue/cards/artist-card.tsx'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { searchQuery } from '../../catalogue/search/search-query.ts'
import { CollectionPlaylistCard } from '../../library/collection-playlists/collection-playlist-card.tsx'
import { PlaylistCard } from '../../library/playlists/playlist-card.tsx'
import { PlayableAlbumCard } from '../../listening/buttons/playable-album-card.tsx'
import { CardGridSkeleton } from '../components/card-grid.tsx'
import { EmptyCatalogue } from '../components/empty-catalogue.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { TopTracks } from '../tracks/top-tracks.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'
import { FoundCards } from './found-cards.tsx'
import { FoundGenres } from './found-genres.tsx'
import { type FoundPlaylist, useFoundPlaylists } from './use-found-playlists.ts'
import { useSavedSearch } from './use-saved-search.ts'

/** The search results by group, without empty groups. */
export function SearchResults({ query }: { readonly query: string }) {
  const { data: found, isPlaceholderData: isStale } = useQuery(searchQuery(query))
  const { playlists, isLoading } = useFoundPlaylists(query)
  const saving = useSavedSearch(query, isStale ? undefined : found, playlists)
  return (
    <>
      <p role="status" className="sr-only">
        {found && !isStale && sayFound(found, playlists.length, query)}
      </p>
      {found ? (
        <div
          aria-busy={isStale}
          {...saving}
          className={`grid grid-cols-[minmax(0,1fr)] gap-9 transition-opacity duration-(--duration) ${isStale ? 'opacity-60 delay-200' : ''}`}
        >
          <Groups found={found} playlists={playlists} query={query} isStale={isStale || isLoading} />
        </div>
      ) : (
        <SearchSkeleton />
      )}
    </>
  )
}

interface GroupsProps {
  readonly found: SearchResult
  readonly playlists: readonly FoundPlaylist[]
  readonly query: string
  /** Whether it was found for an earlier query, or playlists are still loading. */
  readonly isStale: boolean
}

function Groups({ found, playlists, query, isStale }: GroupsProps) {
  const { tracks, artists, albums, genres = [] } = found
  if (tracks.length + artists.length + albums.length + genres.length + playlists.length === 0)
    return isStale ? null : (
      <EmptyCatalogue>
        <EmptyState title={searchTexts.nothingFound({ query })} text={searchTexts.tryAnother} />
      </EmptyCatalogue>
    )
  return (
    <>
      {!isStale && playlists.length === 0 && isClose(found, query) && (
        <p className="text-quiet">{searchTexts.closeMatches({ query })}</p>
      )}
      {genres.length > 0 && <FoundGenres genres={genres} />}
      {tracks.length > 0 && <TopTracks tracks={tracks} listId={query} cut={isCut(found, 'tracks')} />}
      {artists.length > 0 && (
        <FoundCards
          id="artists"
          title={searchTexts.artists}
          cut={isCut(found, 'artists')}
          cards={artists.map(artist => (
            <li key={artist.id}>
              <ArtistCard artist={artist} sizes={GRID_SIZES} />
            </li>
          ))}
        />
      )}
      {albums.length > 0 && (
        <FoundCards
          id="albums"
          title={searchTexts.albums}
          cut={isCut(found, 'albums')}
          cards={albums.map(album => (
            <li key={album.id}>
              <PlayableAlbumCard album={album} sizes={GRID_SIZES} />
            </li>
          ))}
        />
      )}
      {playlists.length > 0 && (
        <FoundCards
          id="playlists"
          title={searchTexts.playlists}
          cut={false}
          cards={playlists.map(each => (
            <li key={each.id}>
              {'own' in each ? (
                <PlaylistCard playlist={each.own} />
              ) : (
                <CollectionPlaylistCard listed={each.listed} covers={each.covers} />
              )}
            </li>
          ))}
        />
      )}
    </>
  )
}

/** Whether there may be more of a kind than was answered. */
const isCut = (found: SearchResult, kind: FoundKind) => found[kind].length >= countLimits.found[kind]

/** Whether something was found, but nothing that has the words of the query as they are written. */
function isClose({ tracks, artists, albums, genres = [] }: SearchResult, query: string): boolean {
  if (genres.length > 0) return false
  const words = foldForSearch(query).split(' ')
  const texts = [
    ...tracks.map(({ title, artistName, albumTitle }) => `${title} ${artistName} ${albumTitle}`),
    ...albums.map(({ title, artistName }) => `${title} ${artistName}`),
    ...artists.map(({ name }) => name),
  ].map(foldForSearch)
  return texts.length > 0 && !texts.some(text => words.every(word => text.includes(word)))
}

/** `100 or more tracks, 1 artist, 0 albums`: for those who cannot see what came. */
function sayFound(found: SearchResult, playlists: number, query: string): string {
  const { tracks, artists, albums, genres = [] } = found
  const counts = [
    isCut(found, 'tracks')
      ? searchTexts.manyTracks({ count: tracks.length })
      : searchTexts.tracksFound({ count: tracks.length }),
    isCut(found, 'artists')
      ? searchTexts.manyArtists({ count: artists.length })
      : searchTexts.artistsFound({ count: artists.length }),
    isCut(found, 'albums')
      ? searchTexts.manyAlbums({ count: albums.length })
      : searchTexts.albumsFound({ count: albums.length }),
    genres.length > 0 ? searchTexts.genresFound({ count: genres.length }) : [],
    playlists > 0 ? searchTexts.playlistsFound({ count: playlists }) : [],
  ]
    .flat()
    .join(', ')
  return playlists === 0 && isClose(found, query)
    ? `${searchTexts.closeMatches({ query })} ${counts}`
    : counts
}

/** Placeholder of the first search results. */
function SearchSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <div>
        <div aria-hidden className="mb-3 flex h-8 items-center">
          <div className="h-5 w-24 animate-pulse-slow rounded-small bg-skeleton" />
        </div>
        <TrackListSkeleton rows={10} />
      </div>
      <CardGridSkeleton round />
    </div>
  )
}
