import { titles } from '@refrain/contract/titles'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

export function Component() {
  useDocumentTitle(titles.contact)
  return (
    <PageBody className="py-6">
      <PageHeading>Contact Us</PageHeading>
    </PageBody>
  )
}
