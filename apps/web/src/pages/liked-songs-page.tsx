import { titles } from '@refrain/contract/titles'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

/** The songs a listener likes. */
export function Component() {
  useDocumentTitle(titles.likedSongs)
  return (
    <PageBody className="py-6">
      <PageHeading>Liked Songs</PageHeading>
    </PageBody>
  )
}
