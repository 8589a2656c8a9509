import type { BrokenAlbum } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { brokenAlbumsQuery } from '../../../administration/collection-queries.ts'
import { PagedList } from './paged-list.tsx'
import { RecordName } from './record-name.tsx'

interface Props {
  /** Of the last import. */
  readonly state: string
}

/** Albums whose texts look broken, with how they read in other character sets. */
export function BrokenAlbums({ state }: Props) {
  const query = useInfiniteQuery(brokenAlbumsQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const albums = query.data?.pages.flatMap(page => page.albums)
  return (
    <>
      <p className="mb-3 text-sm text-quiet">{collectionTexts.brokenTextsText}</p>
      <PagedList query={query}>
        {albums?.map(album => (
          <li key={album.id}>
            <RecordName record={{ kind: 'albums', id: album.id }} name={album.name} artist={album.artist} />
            <Readings album={album} />
          </li>
        ))}
      </PagedList>
    </>
  )
}

/** The texts as they are, then in each character set. */
function Readings({ album: { texts, readings, takesCharset } }: { readonly album: BrokenAlbum }) {
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi>{texts.join(' · ')}</bdi>
      </p>
      {!takesCharset && <p className="text-sm text-quiet">{collectionTexts.correctTags}</p>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {readings.map(({ charset, texts }) => (
          <div key={charset} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-quiet">{charset}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <bdi>{texts.join(' · ')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
