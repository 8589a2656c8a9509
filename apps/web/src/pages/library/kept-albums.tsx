import type { Album } from '@refrain/contract/catalogue/albums'
import { libraryTexts } from '@refrain/messages/en/library'
import { AlbumCard } from '../../catalogue/cards/album-card.tsx'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { CardListing } from '../components/card-listing.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

/** The albums that the listener keeps, most recently kept first. */
export function KeptAlbums({ albums }: { readonly albums: readonly Album[] }) {
  return (
    <section aria-labelledby="kept-albums">
      <SectionHeading id="kept-albums" className="mb-1">
        {libraryTexts.yourAlbums}
      </SectionHeading>
      <CardListing rows={albums} total={albums.length} loading={false} onMore={nothing} card={card} />
    </section>
  )
}

const nothing = () => {}

/** Defined once, so that cards of unchanged albums are not rendered again. */
const card = (album: Album) => <AlbumCard album={album} sizes={GRID_SIZES} />
