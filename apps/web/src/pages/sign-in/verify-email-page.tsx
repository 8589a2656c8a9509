import { verifyEmail } from '@refrain/contract/account/email'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { paths } from '../../paths.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { readLinkToken } from './read-link-token.ts'
import { SignInScreen } from './sign-in-screen.tsx'

/** Verifies an address with a link from an email, as soon as it is opened. */
export function Component() {
  useDocumentTitle(titles.verifyEmail)
  const token = readLinkToken(useLocation().hash)
  const { isSuccess, isFetching, error } = useQuery({
    queryKey: ['verifyEmail', token],
    queryFn: () => call(verifyEmail, { token }),
    enabled: token !== '',
    // A link works once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError: false,
  })
  return (
    <SignInScreen
      title={signInTexts.verifyEmail}
      other={{ question: signInTexts.backTo, label: signInTexts.home, to: paths.home() }}
    >
      <p role="status">
        {isSuccess && signInTexts.emailVerified}
        {token === '' ? signInTexts.linkExpired : error && errorText(error)}
      </p>
      {isFetching && <Spinner className="mx-auto size-6" />}
    </SignInScreen>
  )
}
