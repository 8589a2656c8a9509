import { firstPasswordForm } from '@refrain/contract/account/forms'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { setPasswordByLink } from '../../account/keys/email.ts'
import { PasswordField } from '../../account/password-field.tsx'
import { SubmitButton } from '../../account/submit-button.tsx'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { readLinkToken } from './read-link-token.ts'
import { SignInScreen } from './sign-in-screen.tsx'

/** Sets a new password with a link from an email. */
export function Component() {
  useDocumentTitle(titles.resetPassword)
  const token = readLinkToken(useLocation().hash)
  const [isDone, setDone] = useState(false)
  const { showError, toast } = useErrorToast()
  const { form, errors, busy } = useForm(firstPasswordForm, async ({ newPassword }) => {
    const failure = await setPasswordByLink(token, newPassword)
    if (failure === undefined) setDone(true)
    else showError(failure)
  })
  return (
    <SignInScreen
      title={signInTexts.resetPassword}
      other={
        isDone
          ? { question: signInTexts.passwordIsSet, label: signInTexts.login, to: paths.login() }
          : { question: signInTexts.linkTooOld, label: signInTexts.sendAnother, to: paths.forgotPassword() }
      }
    >
      {!isDone && (
        <form {...form} className="grid gap-2">
          <p className="mb-2 text-sm text-quiet">
            {signInTexts.resetEffects} {signInTexts.resetKeepsCodes}
          </p>
          <PasswordField name="newPassword" autoComplete="new-password" errors={errors} />
          <SubmitButton busy={busy}>{signInTexts.savePassword}</SubmitButton>
        </form>
      )}
      <p role="status">{isDone && signInTexts.loggedOutEverywhere}</p>
      {toast}
    </SignInScreen>
  )
}
