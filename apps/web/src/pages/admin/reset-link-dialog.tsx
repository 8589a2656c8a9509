import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { useState } from 'react'
import { failureText, makeResetLink } from '../../administration/administer.ts'
import { paths } from '../../paths.ts'
import { absoluteUrl } from '../../prefix.ts'
import { ConfirmButtons } from '../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { OneTimeLink } from './one-time-link.tsx'

interface Props {
  readonly person: Person
  readonly onClose: () => void
  readonly onFailure: (message: string) => void
}

/** Creates a link for a new password of a listener and shows it, this once. */
export function ResetLinkDialog({ person: { id, name }, onClose, onFailure }: Props) {
  const [link, setLink] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function create(): Promise<void> {
    setBusy(true)
    try {
      const { token } = await makeResetLink(id)
      setLink(absoluteUrl(`${paths.resetPassword()}#token=${token}`))
    } catch (error) {
      onClose()
      onFailure(failureText(error, administrationTexts.failed))
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={administrationTexts.resetLinkFor({ name })}
      text={link === undefined ? administrationTexts.resetLinkText : ''}
      onClose={onClose}
    >
      {link === undefined ? (
        <ConfirmButtons
          label={administrationTexts.createLink}
          busy={busy}
          onCancel={onClose}
          onConfirm={() => void create()}
        />
      ) : (
        <OneTimeLink link={link} label={administrationTexts.resetLinkOnce} onClose={onClose} />
      )}
    </Dialog>
  )
}
