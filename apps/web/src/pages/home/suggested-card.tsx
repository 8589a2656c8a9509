import type { SuggestedAlbum, SuggestionReason } from '@refrain/contract/listening/interests'
import { CAROUSEL_SIZES } from '@refrain/contract/media/picture-address'
import { memo } from 'react'
import { Card } from '../../catalogue/cards/card.tsx'
import { prefetchAlbum } from '../../catalogue/prefetch.ts'
import { paths } from '../../paths.ts'

const LINE = 'block overflow-hidden text-ellipsis'

/** An album card with a line that says why the album is suggested. */
export const SuggestedCard = memo(function SuggestedCard({ album }: { readonly album: SuggestedAlbum }) {
  return (
    <Card
      to={paths.album(album._id)}
      picture={{ owner: 'album', ownerId: album._id, profilePath: album.profile_path }}
      look={album}
      title={album.title}
      label={
        <>
          <span className={LINE}>
            <bdi>{album.artistName}</bdi>
          </span>
          <span className={`${LINE} mt-1 text-xs leading-4 max-sm:whitespace-normal`}>
            {WHY[album.reason.because]} <bdi>{album.reason.name}</bdi>
          </span>
        </>
      }
      sizes={CAROUSEL_SIZES}
      onPrefetch={() => prefetchAlbum(album._id)}
    />
  )
})

const WHY: Readonly<Record<SuggestionReason['because'], string>> = {
  follow: 'You follow',
  artist: 'You listen to',
  genre: 'You listen to',
}
