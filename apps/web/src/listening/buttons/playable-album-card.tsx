import type { Album } from '@refrain/contract/catalogue/albums'
import { memo } from 'react'
import { AlbumCard } from '../../catalogue/cards/album-card.tsx'
import type { CardPlacement } from '../../catalogue/cards/card.tsx'
import { CardFrame } from '../../catalogue/cards/card-frame.tsx'
import { AlbumCoverButton } from './cover-play-button.tsx'

interface Props extends CardPlacement {
  readonly album: Album
}

/** An album's card with a play button. */
export const PlayableAlbumCard = memo(function PlayableAlbumCard({ album, ...placement }: Props) {
  return (
    <CardFrame play={<AlbumCoverButton album={album} />}>
      <AlbumCard album={album} {...placement} />
    </CardFrame>
  )
})
