import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { cataloguePicturesQuery } from '../../../administration/catalogue-pictures.ts'
import { PagedList } from './paged-list.tsx'
import { PicturedRow } from './pictured-row.tsx'

/** Albums and artists with a picture that an administrator uploaded. */
export function UploadedPictures() {
  const query = useInfiniteQuery(cataloguePicturesQuery(useToken()))
  if (!query.data && query.error) throw query.error
  const items = query.data?.pages.flatMap(page => page.items)
  return (
    <PagedList query={query}>
      {items?.map(({ kind, id, name, artist }) => (
        <PicturedRow key={id} record={{ kind, id }} name={name} artist={artist} />
      ))}
    </PagedList>
  )
}
