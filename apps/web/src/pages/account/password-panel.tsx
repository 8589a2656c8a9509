import { firstPasswordForm, passwordForm } from '@refrain/contract/account/forms'
import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { useRef, useState } from 'react'
import { PasswordField } from '../../account/password-field.tsx'
import { changePassword } from '../../account/update-account.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { SessionsSection } from './keys/sessions-section.tsx'
import { SaveButton } from './save-button.tsx'
import { Section } from './section.tsx'

/** The Password tab. */
export function PasswordPanel({ user }: { readonly user: User }) {
  return (
    <>
      <PasswordSection user={user} />
      <SessionsSection />
    </>
  )
}

/** Listeners who sign in with Google are not asked for a current password. */
function PasswordSection({ user }: { readonly user: User }) {
  const [done, setDone] = useState(false)
  const { showError, toast } = useErrorToast()
  const element = useRef<HTMLFormElement>(null)
  const { form, errors, busy } = useForm(
    user.isProviderAccount ? firstPasswordForm : passwordForm,
    async values => {
      setDone(false)
      const refusal = await changePassword(values)
      if (refusal) showError(refusal)
      if (refusal !== undefined) return
      element.current?.reset()
      setDone(true)
    },
  )
  return (
    <Section title={accountTexts.changePassword} text={accountTexts.passwordNote}>
      <form {...form} ref={element} className="grid gap-1">
        {/* Password managers store the password under this name. */}
        <input hidden readOnly name="username" autoComplete="username" value={user.email} />
        {!user.isProviderAccount && (
          <PasswordField name="currentPassword" autoComplete="current-password" errors={errors} />
        )}
        <PasswordField name="newPassword" autoComplete="new-password" errors={errors} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveButton busy={busy}>{accountTexts.changePassword}</SaveButton>
          <p role="status" className="text-sm font-semibold">
            {done && accountTexts.passwordUpdated}
          </p>
        </div>
      </form>
      {toast}
    </Section>
  )
}
