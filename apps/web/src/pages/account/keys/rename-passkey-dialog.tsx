import { passkeyNameForm } from '@refrain/contract/account/forms'
import type { Passkey } from '@refrain/contract/account/passkeys'
import { textLimits } from '@refrain/contract/limits'
import { accountTexts } from '@refrain/messages/en/account'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useState } from 'react'
import { renameOwnPasskey } from '../../../account/passkeys/own-passkeys.ts'
import { errorText } from '../../../api/error-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { FormField } from '../../../ui/forms/form-field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'

interface Props {
  readonly passkey: Passkey
  readonly onClose: () => void
}

/** Asks for another name. */
export function RenamePasskeyDialog({ passkey: { id, name }, onClose }: Props) {
  const [failure, setFailure] = useState('')
  const { form, errors, busy } = useForm(passkeyNameForm, async values => {
    setFailure('')
    try {
      await renameOwnPasskey(id, values.name)
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    }
  })
  return (
    <Dialog title={securityTexts.renameTitle} onClose={onClose}>
      <form {...form} className="-mt-2 grid w-full gap-2">
        <FormField
          label={securityTexts.passkeyName}
          name="name"
          type="text"
          defaultValue={name}
          maxLength={textLimits.passkeyName.max}
          autoComplete="off"
          errors={failure === '' ? errors : { name: failure, ...errors }}
        />
        <FormButtons label={accountTexts.save} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
