import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { confirmForm, confirmWithCodeForm } from '@refrain/contract/account/forms'
import type { Keys } from '@refrain/contract/account/keys'
import { securityTexts } from '@refrain/messages/en/account/security'
import { commonTexts } from '@refrain/messages/en/common'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { configurationQuery } from '../../api/configuration-query.ts'
import { errorText } from '../../api/error-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { useOwnUser } from '../own-user.ts'
import { canUsePasskeys, isCancelled } from '../passkeys/browser-passkeys.ts'
import { confirmByPasskey } from '../passkeys/own-passkeys.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { PasswordField } from '../password-field.tsx'
import { useToken } from '../session.ts'
import { useLogout } from '../use-leave.ts'
import { CodeField } from './code-field.tsx'
import { answerConfirmation } from './confirmation.ts'
import { keysQuery } from './email.ts'

const cancel = () => answerConfirmation(false)

/** Asks listeners to prove again who they are. */
export default function ConfirmationDialog() {
  const { data: keys } = useQuery(keysQuery(useToken()))
  const { data: configuration } = useQuery(configurationQuery)
  const hasProvider = useOwnUser()?.isProviderAccount === true && configuration?.google != null
  return (
    <Dialog title={securityTexts.confirmTitle} text={describe(keys, hasProvider)} onClose={cancel}>
      {keys === undefined && <Spinner className="mx-auto size-6" />}
      {keys?.hasPassword === true && (
        <PasswordForm asksForCode={keys.hasTotp} offersPasskey={hasPasskey(keys)} />
      )}
      {keys?.hasPassword === false &&
        (hasPasskey(keys) ? <PasskeyOnly canLogInAgain={hasProvider} /> : <LogInAgain />)}
    </Dialog>
  )
}

const hasPasskey = (keys: Keys) => keys.passkeys > 0 && canUsePasskeys()

/** @param hasProvider whether the listener could log in through the identity provider */
function describe(keys: Keys | undefined, hasProvider: boolean): string {
  if (keys?.hasPassword === false) {
    if (!hasPasskey(keys)) return securityTexts.logInAgainText
    return hasProvider ? securityTexts.confirmTextWithPasskeyOrLogin : securityTexts.confirmTextWithPasskey
  }
  return keys?.hasTotp ? securityTexts.confirmTextWithCode : securityTexts.confirmText
}

interface FormProps {
  readonly asksForCode: boolean
  /** Beside the password. */
  readonly offersPasskey: boolean
}

function PasswordForm({ asksForCode, offersPasskey }: FormProps) {
  const [failure, setFailure] = useState('')
  const { form, errors, busy } = useForm(asksForCode ? confirmWithCodeForm : confirmForm, async values => {
    setFailure('')
    try {
      await call(confirmSignIn, values)
      answerConfirmation(true)
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return (
    <form {...form} className="-mt-2 grid w-full gap-2">
      <PasswordField
        autoComplete="current-password"
        errors={failure === '' ? errors : { password: failure, ...errors }}
      />
      {asksForCode && <CodeField errors={errors} />}
      {offersPasskey && <PasskeyConfirmation onFailure={setFailure} />}
      <FormButtons label={securityTexts.continue} busy={busy} onCancel={cancel} />
    </form>
  )
}

/** Proves it with a passkey. */
function PasskeyConfirmation({ onFailure }: { readonly onFailure: (message: string) => void }) {
  const [busy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await confirmByPasskey()
      answerConfirmation(true)
    } catch (error) {
      setBusy(false)
      if (!isCancelled(error)) onFailure(errorText(error))
    }
  }
  return (
    <PasskeyButton busy={busy} className="mb-4" onClick={() => void confirm()}>
      {securityTexts.confirmWithPasskey}
    </PasskeyButton>
  )
}

/** For listeners without a password. @param canLogInAgain whether the passkey is not their only way */
function PasskeyOnly({ canLogInAgain }: { readonly canLogInAgain: boolean }) {
  const { showError, toast } = useErrorToast()
  return (
    <>
      <PasskeyConfirmation onFailure={showError} />
      {canLogInAgain ? (
        <LogInAgain />
      ) : (
        <button type="button" className="button" onClick={cancel}>
          {commonTexts.cancel}
        </button>
      )}
      {toast}
    </>
  )
}

/** Listeners of the identity provider prove who they are there. */
function LogInAgain() {
  const leave = useLogout()
  function again(): void {
    cancel()
    void leave()
  }
  return (
    <>
      <button type="button" className="button" onClick={cancel}>
        {commonTexts.cancel}
      </button>
      <button type="button" className="button button-accent" onClick={again}>
        {securityTexts.logInAgain}
      </button>
    </>
  )
}
