import type { SkippedFile } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { skippedFilesQuery } from '../../../administration/collection-queries.ts'
import { PagedList } from './paged-list.tsx'

const HINTS = {
  convert: 'convertHint',
  ffmpeg: 'ffmpegHint',
  permissions: 'permissionsHint',
  rename: 'renameHint',
  damaged: 'damagedHint',
  move: 'moveHint',
  picture: 'pictureHint',
} as const satisfies Record<NonNullable<SkippedFile['hint']>, keyof typeof collectionTexts>

/** Files that the last import skipped, why, and what helps. @param state of the last import */
export function SkippedFiles({ state }: { readonly state: string }) {
  const query = useInfiniteQuery(skippedFilesQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const files = query.data?.pages.flatMap(page => page.files)
  return (
    <PagedList query={query}>
      {files?.map(({ path, reason, hint }) => (
        <li key={path}>
          <p className="font-semibold [overflow-wrap:anywhere]">{path.slice(nameStart(path))}</p>
          <p className="text-sm">
            {sentence(reason)} {hint && collectionTexts[HINTS[hint]]}
          </p>
          <p className="text-xs text-quiet [overflow-wrap:anywhere]">{path.slice(0, nameStart(path))}</p>
        </li>
      ))}
    </PagedList>
  )
}

/** The service gives reasons as parts of a sentence: `it is empty`. */
function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

/** Where the name of a file begins in its path. */
const nameStart = (path: string) => path.lastIndexOf('/') + 1
