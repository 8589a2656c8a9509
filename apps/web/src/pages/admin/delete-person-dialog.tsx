import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { commonTexts } from '@refrain/messages/en/common'
import { failureText, removePerson } from '../../administration/administer.ts'
import { ConfirmButtons } from '../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface Props {
  readonly person: Person
  readonly onClose: () => void
  readonly onFailure: (message: string) => void
}

/** Asks before an account is deleted. */
export function DeletePersonDialog({ person, onClose, onFailure }: Props) {
  function confirm(): void {
    onClose()
    removePerson(person.id).catch(error => onFailure(failureText(error, administrationTexts.failed)))
  }
  return (
    <Dialog
      role="alertdialog"
      title={administrationTexts.deleteQuestion({ name: person.name })}
      text={administrationTexts.deleteWarning}
      onClose={onClose}
    >
      <ConfirmButtons label={commonTexts.delete} grave onCancel={onClose} onConfirm={confirm} />
    </Dialog>
  )
}
