import { passkeySignupForm, signupForm } from '@refrain/contract/account/forms'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AccountFields } from '../../account/account-fields.tsx'
import { GoogleButton } from '../../account/google/google-button.tsx'
import { canUsePasskeys } from '../../account/passkeys/browser-passkeys.ts'
import { PasskeyButton } from '../../account/passkeys/passkey-button.tsx'
import { signUpByPasskey } from '../../account/passkeys/sign-in-with-passkey.ts'
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
  const id = useId()
  const [way, setWay] = useState<Way>('password')
  const ways = {
    password: useForm(signupForm, async values => {
      const failure = await signUp({ ...values, ...(invitation && { invitation }) })
      if (failure !== undefined) showError(failure)
    }),
    passkey: useForm(passkeySignupForm, async values => {
      const failure = await signUpByPasskey({ ...values, ...(invitation && { invitation }) })
      if (failure) showError(failure)
    }),
  }
  const { form, errors } = ways[way]
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const chosen = chosenWay(event)
    setWay(chosen)
    await ways[chosen].form.onSubmit(event)
  }
  // Also redirects members who open the page.
  if (useSignedIn()) return <Navigate to={readReturnPath(state)} replace />
  return (
    <SignInScreen
      title={signInTexts.signup}
      other={{ question: signInTexts.haveAnAccountAlready, label: signInTexts.login, to: paths.login() }}
    >
      {refusal && <p className="mb-4 rounded-small bg-overlay p-3 text-sm">{refusal}</p>}
      <form {...form} id={id} onSubmit={event => void submit(event)} className="grid gap-2">
        <AccountFields errors={errors} />
        <SubmitButton busy={ways.password.busy}>{signInTexts.signup}</SubmitButton>
      </form>
      <Or />
      <div className="grid gap-3">
        {canUsePasskeys() && (
          <PasskeyButton type="submit" form={id} value="passkey" busy={ways.passkey.busy}>
            {signInTexts.signupWithPasskey}
          </PasskeyButton>
        )}
        <GoogleButton onFailure={showError} invitation={invitation} />
      </div>
      {toast}
    </SignInScreen>
  )
}

/** How somebody signs up, which each submits the form with a button of its own. */
type Way = 'password' | 'passkey'

function chosenWay({ nativeEvent }: FormEvent<HTMLFormElement>): Way {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter?.getAttribute('value') === 'passkey' ? 'passkey' : 'password'
}

/** Why no account can be created, if that is known already. */
function useRefusal(isInvited: boolean): string | undefined {
  const { data } = useQuery(configurationQuery)
  if (data?.signUp === 'closed') return signInTexts.signUpClosed
  return data?.signUp === 'invitation' && !isInvited ? signInTexts.invitationNeeded : undefined
}
