import { dailyMixNumber } from '@refrain/contract/catalogue/find-genre'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { songCount, totalTime } from '../catalogue/format-catalogue.ts'
import { GenreMotif } from '../catalogue/genres/genre-motif.tsx'
import { genreQuery, genresQuery } from '../catalogue/genres/genre-queries.ts'
import { loadGenreTracks, useGenreTracks } from '../catalogue/use-tracks.ts'
import type { TrackListing } from '../listening/engine/player-track.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { Dot } from './components/dot.tsx'
import { PageHeader, PageHeaderSkeleton } from './components/page-header.tsx'
import { ListingBody } from './tracks/listing-body.tsx'

/** A genre: its name in its colour, and its tracks. */
export function Component() {
  const { id = '' } = useParams()
  const { data: genre } = useQuery(genreQuery(id))
  const { tracks, isComplete } = useGenreTracks(id, genre?.name)
  const { data: genres = [] } = useQuery({ ...genresQuery, throwOnError: false })
  const listing = useMemo<TrackListing | undefined>(
    () =>
      genre &&
      tracks && {
        id: `genre-${genre.id}`,
        title: genre.name,
        tracks,
        ...(!isComplete && { loadAll: () => loadGenreTracks(genre.name) }),
      },
    [genre, tracks, isComplete],
  )
  useDocumentTitle(genre?.name)
  if (!genre) return <GenreSkeleton />
  const mix = dailyMixNumber(genres, genre.name)
  return (
    <>
      <PageHeader
        picture={<GenreMotif genre={genre} />}
        colour={genre.backgroundColor}
        label={catalogueTexts.genre}
        title={genre.name}
      >
        {tracks && isComplete ? (
          <>
            <span>{songCount(tracks.length)}</span>
            <Dot />
            <span className="tabular">{totalTime(tracks)}</span>
          </>
        ) : (
          <span className="h-5" />
        )}
      </PageHeader>
      <ListingBody listing={listing}>
        <nav aria-label={genre.name} className="flex min-w-0 flex-wrap gap-x-5">
          {mix > 0 && (
            <GenreLink to={paths.dailyMix(genre.name)}>{titles.dailyMix({ position: mix })}</GenreLink>
          )}
          <GenreLink to={`${paths.albums()}?genre=${genre.id}`}>{listingsTexts.albumsOfGenre}</GenreLink>
          <GenreLink to={`${paths.songs()}?genre=${genre.id}`}>{listingsTexts.songsOfGenre}</GenreLink>
        </nav>
      </ListingBody>
    </>
  )
}

function GenreLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link
      to={to}
      className="flex h-11 min-w-11 items-center rounded-small text-sm font-semibold text-quiet hover:text-text hover:underline"
    >
      {children}
    </Link>
  )
}

/** Replaced as a whole when the genre is loaded, because names take one or more lines. */
function GenreSkeleton() {
  return (
    <>
      <PageHeaderSkeleton facts="h-5" />
      <ListingBody listing={undefined} />
    </>
  )
}
