import type { DuplicateReason } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useToken } from '../../../account/session.ts'
import { duplicatesQuery } from '../../../administration/collection-queries.ts'
import { paths } from '../../../paths.ts'
import { PagedList } from './paged-list.tsx'

const REASONS = {
  audio: 'sameAudio',
  recording: 'sameRecording',
  name: 'sameName',
} as const satisfies Record<DuplicateReason, keyof typeof collectionTexts>

/** Files that seem to be the same, in groups. @param state of the last import */
export function Duplicates({ state }: { readonly state: string }) {
  const query = useInfiniteQuery(duplicatesQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const groups = query.data?.pages.flatMap(page => page.duplicates)
  if (groups?.length === 0) return <p className="text-quiet">{collectionTexts.noDuplicates}</p>
  return (
    <>
      <p className="mb-3 text-sm text-quiet">{collectionTexts.duplicatesText}</p>
      <PagedList query={query}>
        {groups?.map(({ reason, files: [first, ...others] }) => (
          <li key={`${reason} ${first?.path}`} className="min-w-0">
            <p className="truncate font-semibold">
              <bdi>{first?.title}</bdi>
            </p>
            <p className="truncate text-sm text-quiet">
              {collectionTexts[REASONS[reason]]} · <bdi>{first?.artist}</bdi>
            </p>
            <ul className="mt-1 grid gap-1">
              {[first, ...others].map(
                file =>
                  file && (
                    <li key={file.path} className="text-sm">
                      <Link
                        to={paths.album(file.albumId)}
                        className="inline-flex min-h-6 items-center hover:underline [overflow-wrap:anywhere]"
                      >
                        {file.path}
                      </Link>
                    </li>
                  ),
              )}
            </ul>
          </li>
        ))}
      </PagedList>
    </>
  )
}
