import type { SuggestedAlbum, SuggestionReason } from '@refrain/contract/listening/interests'
import { CAROUSEL_SIZES } from '@refrain/contract/media/picture-address'
import { homeTexts } from '@refrain/messages/en/home'
import { memo } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Card } from '../../catalogue/cards/card.tsx'
import { CardFrame } from '../../catalogue/cards/card-frame.tsx'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { prefetchAlbum } from '../../catalogue/prefetch.ts'
import { AlbumCoverButton } from '../../listening/buttons/cover-play-button.tsx'
import { paths } from '../../paths.ts'
import { TextAround } from '../../ui/text-around.tsx'

const LINE = 'block overflow-hidden text-ellipsis'

/** An album card with a line that says why the album is suggested. */
export const SuggestedCard = memo(function SuggestedCard({ album }: { readonly album: SuggestedAlbum }) {
  return (
    <CardFrame play={<AlbumCoverButton album={album} />}>
      <Card
        to={paths.album(album.id)}
        picture={{ owner: 'album', ownerId: album.id, picturePath: album.picturePath }}
        look={album}
        title={album.title}
        by={album.artistName}
        label={
          <>
            <span className={LINE}>
              <bdi>{album.artistName}</bdi>
            </span>
            <span className={`${LINE} mt-1 text-xs leading-4 max-sm:whitespace-normal`}>
              <TextAround text={name => reasonText(album.reason.because, name)}>
                <bdi>{album.reason.name}</bdi>
              </TextAround>
            </span>
          </>
        }
        sizes={CAROUSEL_SIZES}
        onPrefetch={() => prefetchAlbum(album.id)}
        isCached={() => queryClient.getQueryData(albumQuery(album.id).queryKey) !== undefined}
      />
    </CardFrame>
  )
})

function reasonText(because: SuggestionReason['because'], name: string): string {
  return because === 'follow' ? homeTexts.youFollow({ name }) : homeTexts.youListenTo({ name })
}
