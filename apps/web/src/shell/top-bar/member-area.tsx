import { usePrefetchQuery } from '@tanstack/react-query'
import AccountMenu from '../../account/account-menu.tsx'
import { suggestionsQuery } from '../../listening/suggestions-query.ts'
import { MemberUpdates } from './member-updates.tsx'

/** A member's end of the top bar. Wherever they are, their profile, follows and interests are loaded. */
export default function MemberArea({ token }: { readonly token: string }) {
  usePrefetchQuery(suggestionsQuery(token))
  return (
    <>
      <MemberUpdates token={token} />
      <AccountMenu />
    </>
  )
}
