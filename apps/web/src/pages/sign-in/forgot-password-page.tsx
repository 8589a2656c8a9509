import { emailForm } from '@refrain/contract/account/forms'
import { minuteLimits, textLimits } from '@refrain/contract/limits'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askForPasswordLink } from '../../account/keys/email.ts'
import { SubmitButton } from '../../account/submit-button.tsx'
import { configurationQuery } from '../../api/configuration-query.ts'
import { paths } from '../../paths.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { FormField } from '../../ui/forms/form-field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { SignInScreen } from './sign-in-screen.tsx'

/** Asks for a link with which to choose a new password. */
export function Component() {
  useDocumentTitle(titles.forgotPassword)
  const [isSent, setSent] = useState(false)
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <SignInScreen
      title={signInTexts.forgotPassword}
      other={{ question: signInTexts.rememberedIt, label: signInTexts.login, to: paths.login() }}
    >
      {configuration?.sendsEmail === false && <p>{signInTexts.emailOff}</p>}
      {configuration?.sendsEmail !== false && !isSent && <AddressForm onSent={() => setSent(true)} />}
      <p role="status">{isSent && signInTexts.linkSent({ minutes: minuteLimits.passwordResetLink })}</p>
    </SignInScreen>
  )
}

function AddressForm({ onSent }: { readonly onSent: () => void }) {
  const { showError, toast } = useErrorToast()
  const { form, errors, busy } = useForm(emailForm, async ({ email }) => {
    const failure = await askForPasswordLink(email)
    if (failure === undefined) onSent()
    else showError(failure)
  })
  return (
    <form {...form} className="grid gap-2">
      <p className="mb-2 text-sm text-quiet">{signInTexts.forgotPasswordText}</p>
      <FormField
        label={signInTexts.email}
        name="email"
        type="email"
        maxLength={textLimits.email.max}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        errors={errors}
      />
      <SubmitButton busy={busy}>{signInTexts.sendLink}</SubmitButton>
      {toast}
    </form>
  )
}
