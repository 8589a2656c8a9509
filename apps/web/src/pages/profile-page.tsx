import { titles } from '@refrain/contract/titles'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

/** Who a listener is. */
export function Component() {
  useDocumentTitle(titles.account)
  return (
    <PageBody className="py-6">
      <PageHeading>My Account</PageHeading>
    </PageBody>
  )
}
