import { codeForm } from '@refrain/contract/account/forms'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useState } from 'react'
import { CodeField } from '../../../account/keys/code-field.tsx'
import { turnOnTotp } from '../../../account/keys/second-factor.ts'
import { errorText } from '../../../api/error-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { QrCode } from '../../../ui/qr-code.tsx'

interface Props {
  /** In base32. */
  readonly secret: string
  /** What the QR code holds. */
  readonly address: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the secret for an authenticator app, and asks for its first code. */
export function TotpDialog({ secret, address, onDone, onClose }: Props) {
  const [failure, setFailure] = useState('')
  const { form, errors, busy } = useForm(codeForm, async ({ code }) => {
    setFailure('')
    try {
      onDone((await turnOnTotp(code)).recoveryCodes)
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return (
    <Dialog
      role="alertdialog"
      title={securityTexts.setUpTotp}
      text={securityTexts.scanCode}
      onClose={onClose}
    >
      <div className="grid w-full justify-items-center gap-3">
        <QrCode text={address} label={securityTexts.qrCode} />
        <p className="text-sm text-quiet">{securityTexts.orEnterKey}</p>
        <code className="text-center text-sm [overflow-wrap:anywhere]">
          {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
        </code>
      </div>
      <form {...form} className="grid w-full gap-2">
        <CodeField errors={failure === '' ? errors : { code: failure, ...errors }} />
        <FormButtons label={securityTexts.turnOnTotp} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
