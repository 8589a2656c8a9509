import { signupForm } from '@refrain/contract/account/forms'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { AccountFields } from '../../account/account-fields.tsx'
import { GoogleButton } from '../../account/google/google-button.tsx'
import { readReturnPath } from '../../account/return-path.ts'
import { useSignedIn } from '../../account/session.ts'
import { signUp } from '../../account/sign-in.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { configurationQuery } from '../../api/configuration-query.ts'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Or, SignInScreen } from './sign-in-screen.tsx'

export function Component() {
  useDocumentTitle(titles.signup)
  const { showError, toast } = useErrorToast()
  const { hash, state } = useLocation()
  const invitation = new URLSearchParams(hash.slice(1)).get('invitation') ?? undefined
  const refusal = useRefusal(invitation !== undefined)
  const { form, errors, busy } = useForm(signupForm, async values => {
    const failure = await signUp({ ...values, ...(invitation && { invitation }) })
    if (failure !== undefined) showError(failure)
  })
  // Also redirects members who open the page.
  if (useSignedIn()) return <Navigate to={readReturnPath(state)} replace />
  return (
    <SignInScreen
      title={signInTexts.signup}
      other={{ question: signInTexts.haveAnAccountAlready, label: signInTexts.login, to: paths.login() }}
    >
      {refusal && <p className="mb-4 rounded-small bg-overlay p-3 text-sm">{refusal}</p>}
      <form {...form} className="grid gap-2">
        <AccountFields errors={errors} />
        <SubmitButton busy={busy}>{signInTexts.signup}</SubmitButton>
      </form>
      <Or />
      <GoogleButton onFailure={showError} invitation={invitation} />
      {toast}
    </SignInScreen>
  )
}

/** Why no account can be created, if that is known already. */
function useRefusal(isInvited: boolean): string | undefined {
  const { data } = useQuery(configurationQuery)
  if (data?.signUp === 'closed') return signInTexts.signUpClosed
  return data?.signUp === 'invitation' && !isInvited ? signInTexts.invitationNeeded : undefined
}
