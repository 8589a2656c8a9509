import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { unpicturedQuery } from '../../../administration/collection-queries.ts'
import { PagedList } from './paged-list.tsx'
import { PicturedRow } from './pictured-row.tsx'

interface Props {
  readonly kind: 'albums' | 'artists'
  /** Of the last import. */
  readonly state: string
}

/** Links to albums without a cover, or to artists without a picture. */
export function UnpicturedList({ kind, state }: Props) {
  const query = useInfiniteQuery(unpicturedQuery(useToken(), kind, state))
  if (!query.data && query.error) throw query.error
  const items = query.data?.pages.flatMap(page => page.items)
  return (
    <PagedList query={query}>
      {items?.map(({ id, name, artist }) => (
        <PicturedRow key={id} record={{ kind, id }} name={name} artist={artist} />
      ))}
    </PagedList>
  )
}
