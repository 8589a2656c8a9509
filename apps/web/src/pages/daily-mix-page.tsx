import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

export function Component() {
  useDocumentTitle('Daily Mix')
  return (
    <PageBody className="py-6">
      <PageHeading>Daily Mix</PageHeading>
    </PageBody>
  )
}
