import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { returnState } from '../../account/return-path.ts'
import { useIsGuest } from '../../account/session.ts'
import { setUpQuery } from '../../administration/set-up-query.ts'
import { paths } from '../../paths.ts'

/** Takes guests of a private service to the login, and from there back here; to the set-up if nobody has an account yet. */
export function SignInFirst() {
  const location = useLocation()
  const isGuest = useIsGuest()
  const setUp = useQuery({ ...setUpQuery, throwOnError: false })
  if (!isGuest || setUp.isPending) return null
  if (setUp.isSuccess) return <Navigate to={paths.setUp()} replace />
  return <Navigate to={paths.login()} state={returnState(location)} replace />
}
