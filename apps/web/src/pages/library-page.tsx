import { titles } from '@refrain/contract/titles'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

/** What a listener keeps. */
export function Component() {
  useDocumentTitle(titles.library)
  return (
    <PageBody className="py-6">
      <PageHeading>Library</PageHeading>
    </PageBody>
  )
}
