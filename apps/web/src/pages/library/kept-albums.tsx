import type { Album } from '@refrain/contract/catalogue/albums'
import { libraryTexts } from '@refrain/messages/en/library'
import { Link } from 'react-router'
import { GRID_SIZES } from '../../catalogue/cards/card-sizes.ts'
import { PlayableAlbumCard } from '../../listening/buttons/playable-album-card.tsx'
import { paths } from '../../paths.ts'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'
import { CardListing } from '../components/card-listing.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ListHeading } from '../components/list-heading.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

/** The albums that the listener keeps, most recently kept first. */
export function KeptAlbums({ albums }: { readonly albums: readonly Album[] }) {
  const { shown, button, field, props } = useListFilter({
    rows: albums,
    textsOf,
    label: libraryTexts.yourAlbums,
    listId: 'albums',
  })
  return (
    <section aria-labelledby="kept-albums" {...props}>
      <ListHeading button={button}>
        <SectionHeading id="kept-albums">{libraryTexts.yourAlbums}</SectionHeading>
      </ListHeading>
      {field}
      <CardListing rows={shown} total={shown.length} loading={false} onMore={nothing} card={card} />
    </section>
  )
}

/** In place of the albums as long as there are none. */
export function NoKeptAlbums() {
  return (
    <section aria-labelledby="kept-albums">
      <SectionHeading id="kept-albums" className="mb-3">
        {libraryTexts.yourAlbums}
      </SectionHeading>
      <EmptyState title={libraryTexts.noAlbums} text={libraryTexts.albumsAppearHere}>
        <Link to={paths.albums()} className="button button-accent">
          {libraryTexts.browseAlbums}
        </Link>
      </EmptyState>
    </section>
  )
}

const nothing = () => {}
const textsOf = ({ title, artistName }: Album) => [title, artistName]

/** Defined once, so that cards of unchanged albums are not rendered again. */
const card = (album: Album) => <PlayableAlbumCard album={album} sizes={GRID_SIZES} />
