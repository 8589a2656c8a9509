import type { Passkey } from '@refrain/contract/account/passkeys'
import { accountTexts } from '@refrain/messages/en/account'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { canUsePasskeys, isCancelled, isKnownDevice } from '../../../account/passkeys/browser-passkeys.ts'
import { addOwnPasskey, passkeysQuery, removeOwnPasskey } from '../../../account/passkeys/own-passkeys.ts'
import { useToken } from '../../../account/session.ts'
import { errorText } from '../../../api/error-text.ts'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import { Section } from '../section.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

interface Opened {
  readonly dialog: 'rename' | 'remove'
  readonly passkey: Passkey
}

/** The listener's passkeys, and a button for another. */
export function PasskeysSection() {
  const { data: passkeys } = useQuery(passkeysQuery(useToken()))
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const { showError, toast } = useErrorToast()
  const isOffered = canUsePasskeys()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpened(undefined)

  async function add(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await addOwnPasskey()
    } catch (error) {
      if (isKnownDevice(error)) showError(securityTexts.passkeyExists)
      else if (!isCancelled(error)) showError(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Section
      titleRef={heading}
      title={securityTexts.passkeys}
      text={isOffered ? securityTexts.passkeysText : securityTexts.passkeysOff}
    >
      {passkeys === undefined && <Spinner className="mx-auto size-6" />}
      {passkeys && passkeys.length > 0 && (
        <ul className="-mt-2 mb-4 grid grid-cols-1">
          {passkeys.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ dialog: 'rename', passkey })}
              onRemove={() => setOpened({ dialog: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {isOffered && (
        <button type="button" aria-disabled={busy || undefined} className="button" onClick={() => void add()}>
          {securityTexts.addPasskey}
        </button>
      )}
      {opened?.dialog === 'rename' && <RenamePasskeyDialog passkey={opened.passkey} onClose={close} />}
      {opened?.dialog === 'remove' && (
        <RemovalDialog
          title={securityTexts.removePasskeyQuestion({ name: opened.passkey.name })}
          text={securityTexts.removePasskeyText}
          label={accountTexts.remove}
          remove={() => removeOwnPasskey(opened.passkey.id)}
          onClose={close}
          onRemoved={() => heading.current?.focus()}
        />
      )}
      {toast}
    </Section>
  )
}
