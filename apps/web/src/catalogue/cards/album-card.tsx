import type { Album } from '@refrain/contract/catalogue/albums'
import type { QueryKey } from '@tanstack/react-query'
import { memo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { albumQuery, albumTracksQuery } from '../catalogue-queries.ts'
import { prefetchAlbum } from '../prefetch.ts'
import { Card, type CardPlacement } from './card.tsx'

interface Props extends CardPlacement {
  readonly album: Album
}

/** An album: its cover, title and artist. */
export const AlbumCard = memo(function AlbumCard({ album, ...placement }: Props) {
  return (
    <Card
      to={paths.album(album.id)}
      picture={{ owner: 'album', ownerId: album.id, picturePath: album.picturePath }}
      look={album}
      title={album.title}
      by={album.artistName}
      label={<bdi>{album.artistName}</bdi>}
      onPrefetch={() => prefetchAlbum(album.id)}
      isCached={() => [albumQuery(album.id), albumTracksQuery(album.id)].every(isCached)}
      {...placement}
    />
  )
})

const isCached = ({ queryKey }: { readonly queryKey: QueryKey }) =>
  queryClient.getQueryData(queryKey) !== undefined
