import type { Artist } from '@refrain/contract/catalogue/artists'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { memo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { artistQuery } from '../catalogue-queries.ts'
import { prefetchArtist } from '../prefetch.ts'
import { Card, type CardPlacement } from './card.tsx'

interface Props extends CardPlacement {
  readonly artist: Artist
}

/** An artist: a round picture, the name and the label 'Artist'. */
export const ArtistCard = memo(function ArtistCard({ artist, ...placement }: Props) {
  return (
    <Card
      to={paths.artist(artist.id)}
      picture={{ owner: 'artist', ownerId: artist.id, picturePath: artist.picturePath }}
      look={artist}
      round
      title={artist.name}
      label={catalogueTexts.artist}
      onPrefetch={() => prefetchArtist(artist.id)}
      isCached={() => queryClient.getQueryData(artistQuery(artist.id).queryKey) !== undefined}
      {...placement}
    />
  )
})
