import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useToken } from '../../../account/session.ts'
import { unpicturedQuery } from '../../../administration/collection-queries.ts'
import { paths } from '../../../paths.ts'
import { PagedList } from './paged-list.tsx'

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
        <li key={id} className="min-w-0">
          <Link
            to={kind === 'albums' ? paths.album(id) : paths.artist(id)}
            className="inline-flex min-h-6 max-w-full items-center font-semibold hover:underline"
          >
            <bdi className="truncate">{name}</bdi>
          </Link>
          {artist !== '' && <p className="truncate text-sm text-quiet">{artist}</p>}
        </li>
      ))}
    </PagedList>
  )
}
