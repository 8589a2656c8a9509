import { usePrefetchQuery } from '@tanstack/react-query'
import AccountMenu from '../../account/account-menu.tsx'
import { suggestionsQuery } from '../../listening/queue/suggestions-query.ts'
import { MemberUpdates } from './member-updates.tsx'

/** The account menu. Mounted on every screen, so it also loads the member's data and subscribes to live updates. */
export default function MemberArea({ token }: { readonly token: string }) {
  usePrefetchQuery(suggestionsQuery(token))
  return (
    <>
      <MemberUpdates token={token} />
      <AccountMenu />
    </>
  )
}
