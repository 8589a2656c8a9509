import { codeForm, loginForm } from '@refrain/contract/account/forms'
import { CODE_NEEDED } from '@refrain/contract/account/totp'
import { textLimits } from '@refrain/contract/limits'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { GoogleButton } from '../../account/google/google-button.tsx'
import { CodeField } from '../../account/keys/code-field.tsx'
import { PasskeySignIn } from '../../account/passkeys/passkey-sign-in.tsx'
import { PasswordField } from '../../account/password-field.tsx'
import { readReturnPath } from '../../account/return-path.ts'
import { useSignedIn } from '../../account/session.ts'
import { signIn } from '../../account/sign-in.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { focusOnMount } from '../../ui/forms/focus-on-mount.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Or, SignInScreen } from './sign-in-screen.tsx'

interface CodeStepProps {
  /** They are right. */
  readonly credentials: { readonly email: string; readonly password: string }
}

export function Component() {
  useDocumentTitle(titles.login)
  const { state } = useLocation()
  const { showError, toast } = useErrorToast()
  // Right, but not enough: a code is missing.
  const [credentials, setCredentials] = useState<{ email: string; password: string }>()
  const [leftEmail, setLeftEmail] = useState<string>()
  const { form, errors, busy } = useForm(loginForm, async values => {
    const failure = await signIn(values)
    if (failure === CODE_NEEDED) setCredentials(values)
    else if (failure !== undefined) showError(failure)
  })
  function goBack(): void {
    setLeftEmail(credentials?.email)
    setCredentials(undefined)
  }
  // Also redirects members who open the page.
  if (useSignedIn()) return <Navigate to={readReturnPath(state)} replace />
  return (
    <SignInScreen
      title={signInTexts.login}
      other={
        credentials
          ? { question: signInTexts.wrongAccount, label: signInTexts.goBack, onChoose: goBack }
          : { question: signInTexts.noAccountYet, label: signInTexts.signup, to: paths.signup() }
      }
    >
      {credentials ? (
        <CodeStep credentials={credentials} />
      ) : (
        <>
          <form {...form} className="grid gap-2">
            <FormField
              label={signInTexts.email}
              name="email"
              type="email"
              maxLength={textLimits.email.max}
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              {...(leftEmail !== undefined && { defaultValue: leftEmail, ref: focusOnMount })}
              errors={errors}
            />
            <PasswordField autoComplete="current-password" errors={errors} />
            <SubmitButton busy={busy}>{signInTexts.login}</SubmitButton>
            <Link
              to={paths.forgotPassword()}
              className="justify-self-center rounded-small p-2 pointer-coarse:py-3 text-sm text-quiet underline-offset-4 hover:text-text hover:underline"
            >
              {signInTexts.forgotPassword}
            </Link>
          </form>
          <Or />
          <div className="grid gap-3">
            <PasskeySignIn onFailure={showError} />
            <GoogleButton onFailure={showError} />
          </div>
        </>
      )}
      {toast}
    </SignInScreen>
  )
}

/** The second step of a login: a code of an authenticator app, or a recovery code. */
function CodeStep({ credentials }: CodeStepProps) {
  const { showError, toast } = useErrorToast()
  const { form, errors, busy } = useForm(codeForm, async ({ code }) => {
    const failure = await signIn({ ...credentials, code })
    if (failure !== undefined) showError(failure)
  })
  return (
    <form {...form} className="grid gap-2">
      <p className="mb-2 text-sm text-quiet">{signInTexts.enterCode}</p>
      <CodeField focuses errors={errors} />
      <SubmitButton busy={busy}>{signInTexts.login}</SubmitButton>
      {toast}
    </form>
  )
}
