import { firstPasswordForm, passwordForm } from '@refrain/contract/account/forms'
import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { appKeysQuery } from '../../account/apps/app-keys.ts'
import { keysQuery } from '../../account/keys/email.ts'
import { passkeysQuery } from '../../account/passkeys/own-passkeys.ts'
import { PasswordField } from '../../account/password-field.tsx'
import { useToken } from '../../account/session.ts'
import { changePassword } from '../../account/update-account.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { PasskeysSection } from './keys/passkeys-section.tsx'
import { SessionsSection } from './keys/sessions-section.tsx'
import { TotpSection } from './keys/totp-section.tsx'
import { SaveButton } from './save-button.tsx'
import { Section } from './section.tsx'

/** The Password tab. */
export function PasswordPanel({ user }: { readonly user: User }) {
  return (
    <>
      <PasswordSection user={user} />
      <PasskeysSection />
      <TotpSection />
      <SessionsSection />
    </>
  )
}

/** Listeners who have none are not asked for a current password. */
function PasswordSection({ user }: { readonly user: User }) {
  const [done, setDone] = useState(false)
  const { showError, toast } = useErrorToast()
  const element = useRef<HTMLFormElement>(null)
  const disconnects = useRef<HTMLInputElement>(null)
  const { data: apps } = useQuery(appKeysQuery(useToken()))
  const hasApps = apps !== undefined && apps.keys.length > 0
  const removes = useRef<HTMLInputElement>(null)
  const { data: passkeys } = useQuery(passkeysQuery(useToken()))
  const { data: keys } = useQuery(keysQuery(useToken()))
  const hasPassword = keys?.hasPassword ?? !user.isProviderAccount
  const label = hasPassword ? accountTexts.changePassword : securityTexts.firstPassword
  const { form, errors, busy } = useForm(hasPassword ? passwordForm : firstPasswordForm, async values => {
    setDone(false)
    const keepsAppKeys = hasApps && disconnects.current?.checked === false
    const removesPasskeys = removes.current?.checked === true
    const more = { ...(keepsAppKeys && { keepsAppKeys }), ...(removesPasskeys && { removesPasskeys }) }
    const refusal = await changePassword({ ...values, ...more })
    if (refusal) showError(refusal)
    if (refusal !== undefined) return
    element.current?.reset()
    setDone(true)
  })
  return (
    <Section title={label} text={hasPassword ? accountTexts.passwordNote : securityTexts.firstPasswordText}>
      <form {...form} ref={element} className="grid gap-1">
        {/* Password managers store the password under this name. */}
        <input hidden readOnly name="username" autoComplete="username" value={user.email} />
        {hasPassword && (
          <PasswordField name="currentPassword" autoComplete="current-password" errors={errors} />
        )}
        <PasswordField name="newPassword" autoComplete="new-password" errors={errors} />
        {hasApps && (
          <Choice input={disconnects} defaultChecked>
            {appsTexts.disconnectMine}
          </Choice>
        )}
        {hasPassword && passkeys !== undefined && passkeys.length > 0 && (
          <Choice input={removes}>{securityTexts.removeMyPasskeys}</Choice>
        )}
        <SaveButton busy={busy} answer={done && accountTexts.passwordUpdated}>
          {label}
        </SaveButton>
      </form>
      {toast}
    </Section>
  )
}

interface ChoiceProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly defaultChecked?: boolean
  readonly children: string
}

/** What else happens with a change of the password. */
function Choice({ input, defaultChecked, children }: ChoiceProps) {
  return (
    <label className="mb-3 flex min-h-11 items-center gap-3">
      <input
        ref={input}
        type="checkbox"
        defaultChecked={defaultChecked}
        className="size-5 flex-none accent-accent"
      />
      {children}
    </label>
  )
}
