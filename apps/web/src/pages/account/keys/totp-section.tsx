import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery } from '../../../account/keys/email.ts'
import { beginTotp, renewCodes, turnOffTotp } from '../../../account/keys/second-factor.ts'
import { useToken } from '../../../account/session.ts'
import { errorText } from '../../../api/error-text.ts'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { Section } from '../section.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'

type Opened = { readonly secret: string; readonly address: string } | { readonly codes: readonly string[] }

/** Codes of an authenticator app as a second step of logging in with the password. */
export function TotpSection() {
  const { data: keys } = useQuery(keysQuery(useToken()))
  const [opened, setOpened] = useState<Opened>()
  const [busy, setBusy] = useState(false)
  const { showError, toast } = useErrorToast()
  if (!keys?.hasPassword) return null

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    await work().catch(error => showError(errorText(error)))
    setBusy(false)
  }
  const start = () => run(async () => setOpened(await beginTotp()))
  const renew = () => run(async () => setOpened({ codes: (await renewCodes()).recoveryCodes }))
  const stop = () => run(async () => void (await turnOffTotp()))
  const close = () => setOpened(undefined)
  return (
    <Section
      title={securityTexts.totp}
      text={keys.hasTotp ? securityTexts.totpOn({ count: keys.recoveryCodes }) : securityTexts.totpOff}
    >
      <div className="flex flex-wrap gap-3">
        {!keys.hasTotp && <Action busy={busy} label={securityTexts.setUpTotp} onPress={start} />}
        {keys.hasTotp && (
          <>
            <Action busy={busy} label={securityTexts.newRecoveryCodes} onPress={renew} />
            <Action busy={busy} label={securityTexts.turnOffTotp} onPress={stop} />
          </>
        )}
      </div>
      {opened && 'secret' in opened && (
        <TotpDialog {...opened} onDone={codes => setOpened({ codes })} onClose={close} />
      )}
      {opened && 'codes' in opened && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
      {toast}
    </Section>
  )
}

interface ActionProps {
  readonly label: string
  readonly busy: boolean
  readonly onPress: () => Promise<void>
}

function Action({ label, busy, onPress }: ActionProps) {
  return (
    <button type="button" aria-disabled={busy || undefined} className="button" onClick={() => void onPress()}>
      {label}
    </button>
  )
}
