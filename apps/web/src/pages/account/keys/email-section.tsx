import { emailForm } from '@refrain/contract/account/forms'
import type { User } from '@refrain/contract/account/user'
import { textLimits } from '@refrain/contract/limits'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { askForNewAddress, askForVerification, keysQuery } from '../../../account/keys/email.ts'
import { useToken } from '../../../account/session.ts'
import { configurationQuery } from '../../../api/configuration-query.ts'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { FormField } from '../../../ui/forms/form-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { SaveButton } from '../save-button.tsx'
import { Section } from '../section.tsx'

/** Whether the address is verified, and a form for another one. Only where email is sent. */
export function EmailSection({ user }: { readonly user: User }) {
  const { data: configuration } = useQuery(configurationQuery)
  const { data: keys } = useQuery(keysQuery(useToken()))
  const { showError, toast } = useErrorToast()
  if (!configuration?.sendsEmail || !keys) return null
  const { isEmailVerified } = keys
  return (
    <Section
      title={securityTexts.email}
      text={(isEmailVerified ? securityTexts.emailVerified : securityTexts.emailUnverified)(user)}
    >
      {!isEmailVerified && <VerificationButton onFailure={showError} />}
      <AddressForm onFailure={showError} />
      {toast}
    </Section>
  )
}

interface Props {
  readonly onFailure: (message: string) => void
}

function VerificationButton({ onFailure }: Props) {
  const [state, setState] = useState<'offered' | 'busy' | 'sent'>('offered')
  async function send(): Promise<void> {
    if (state === 'busy') return
    setState('busy')
    const failure = await askForVerification()
    setState(failure === undefined ? 'sent' : 'offered')
    if (failure !== undefined) onFailure(failure)
  }
  return (
    <div className="mb-6">
      {state !== 'sent' && (
        <button
          type="button"
          aria-disabled={state === 'busy' || undefined}
          className="button"
          onClick={() => void send()}
        >
          {securityTexts.sendVerification}
        </button>
      )}
      <p role="status" className="text-sm font-semibold">
        {state === 'sent' && securityTexts.verificationSent}
      </p>
    </div>
  )
}

function AddressForm({ onFailure }: Props) {
  const [sentTo, setSentTo] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const { form, errors, busy } = useForm(emailForm, async ({ email }) => {
    setSentTo('')
    const failure = await askForNewAddress(email)
    if (failure !== undefined) return onFailure(failure)
    element.current?.reset()
    setSentTo(email)
  })
  return (
    <form {...form} ref={element} className="grid gap-1">
      <FormField
        label={securityTexts.newEmail}
        name="email"
        type="email"
        maxLength={textLimits.email.max}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        errors={errors}
      />
      <SaveButton busy={busy} answer={sentTo !== '' && securityTexts.linkSentTo({ email: sentTo })}>
        {securityTexts.changeEmail}
      </SaveButton>
    </form>
  )
}
