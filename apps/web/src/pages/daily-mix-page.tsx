import { dailyMixNumber } from '@refrain/contract/catalogue/find-genre'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { dailyMixPicture } from '@refrain/contract/media/daily-mix-pictures'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { CallError } from '../api/send.ts'
import { firstTrackQuery } from '../catalogue/first-track-query.ts'
import { dailyMixId } from '../catalogue/genres/daily-mix-id.ts'
import { DailyMixPicture } from '../catalogue/genres/daily-mix-picture.tsx'
import { genresQuery, genreTracksQuery } from '../catalogue/genres/genre-queries.ts'
import type { TrackListing } from '../listening/engine/player-track.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PageHeader, PageHeaderSkeleton, TWO_LINES } from './components/page-header.tsx'
import { PlaylistFacts } from './playlist/playlist-facts.tsx'
import { ListingBody } from './tracks/listing-body.tsx'

/** A genre's daily mix: a list that nobody owns or edits. */
export function Component() {
  const { genre: name = '' } = useParams()
  const { data: genres } = useQuery(genresQuery)
  const number = genres && dailyMixNumber(genres, name)
  if (number === 0) throw new CallError(404, 'Not Found')
  // Fetched in parallel with the genres; a failure counts only once the mix is known to exist.
  const { data: tracks } = useQuery({ ...genreTracksQuery(name), ...(!number && { throwOnError: false }) })
  useDocumentTitle(number === undefined ? undefined : titles.dailyMix({ position: number }))
  if (!number || !tracks) return <Skeleton />
  // The key makes another mix start with its own skeleton.
  return <DailyMix key={name} number={number} id={dailyMixId(genres[number - 1]?.id ?? '')} tracks={tracks} />
}

interface Props {
  readonly number: number
  readonly id: string
  readonly tracks: readonly Track[]
}

function DailyMix({ number, id, tracks }: Props) {
  const [first] = tracks
  const { data: firstTrack } = useQuery({
    ...firstTrackQuery(first ?? { artistId: '', albumId: '' }),
    enabled: first !== undefined,
  })
  const listing = useMemo<TrackListing>(
    () => ({ id, title: titles.dailyMix({ position: number }), tracks }),
    [id, number, tracks],
  )
  // A header that grows later would push the rows down.
  if (first && !firstTrack) return <Skeleton />
  return (
    <>
      <PageHeader
        picture={<DailyMixPicture number={number} />}
        colour={dailyMixPicture(number).colour}
        label={catalogueTexts.dailyMix}
        title={titles.dailyMix({ position: number })}
      >
        <PlaylistFacts tracks={tracks} firstTrack={firstTrack} />
      </PageHeader>
      <ListingBody listing={listing} />
    </>
  )
}

function Skeleton() {
  return (
    <>
      <PageHeaderSkeleton facts={TWO_LINES} />
      <ListingBody listing={undefined} />
    </>
  )
}
