import { accountTexts } from '@refrain/messages/en/account'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { ownUserQuery } from '../account/own-user.ts'
import { useToken } from '../account/session.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { AccountSkeleton } from './account/account-skeleton.tsx'
import { AccountTabs } from './account/account-tabs.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** My Account. */
export function Component() {
  useDocumentTitle(titles.account)
  const { data: user, error } = useQuery(ownUserQuery(useToken()))
  if (!user && error) throw error
  return (
    <PageBody className="py-6">
      <div className="mx-auto max-w-160">
        <PageHeading>{accountTexts.myAccount}</PageHeading>
        {user ? <AccountTabs user={user} /> : <AccountSkeleton />}
      </div>
    </PageBody>
  )
}
