import { usePrefetchQuery } from '@tanstack/react-query'
import AccountMenu from '../account/account-menu.tsx'
import { followsQuery } from '../library/follows-query.ts'
import { suggestionsQuery } from '../listening/suggestions-query.ts'

/** A member's end of the top bar. Wherever they are, their profile, follows and interests are loaded (AUTH-06). */
export default function MemberCorner({ token }: { readonly token: string }) {
  usePrefetchQuery(followsQuery(token))
  usePrefetchQuery(suggestionsQuery(token))
  return <AccountMenu />
}
