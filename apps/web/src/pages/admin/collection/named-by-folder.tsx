import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { namedByFolderQuery } from '../../../administration/collection-queries.ts'
import { PagedList } from './paged-list.tsx'
import { RecordName } from './record-name.tsx'

interface Props {
  /** Of the last import. */
  readonly state: string
}

/** Albums without a title in their tags, and what to do about them. */
export function NamedByFolder({ state }: Props) {
  const query = useInfiniteQuery(namedByFolderQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const albums = query.data?.pages.flatMap(page => page.albums)
  return (
    <>
      <p className="mb-3 text-sm text-quiet">{collectionTexts.namedByFolderText}</p>
      <PagedList query={query}>
        {albums?.map(({ id, name, artist }) => (
          <li key={id}>
            <RecordName record={{ kind: 'albums', id }} name={name} artist={artist} />
          </li>
        ))}
      </PagedList>
    </>
  )
}
