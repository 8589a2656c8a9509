import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { commonTexts } from '@refrain/messages/en/common'
import { failureText, removePerson, signOut, turnOffTotp } from '../../administration/administer.ts'
import { ConfirmButtons } from '../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

/** What an administrator is asked about before it is done. */
export type GraveAction = 'delete' | 'signOut' | 'turnOffTotp'

interface Props {
  readonly action: GraveAction
  readonly person: Person
  readonly onClose: () => void
  readonly onFailure: (message: string) => void
}

/** Says what will end, and asks before it does. */
export function ConfirmPersonDialog({ action, person, onClose, onFailure }: Props) {
  const { title, text, label, act } = describe(action, person)
  function confirm(): void {
    onClose()
    act(person.id).catch(error => onFailure(failureText(error, administrationTexts.failed)))
  }
  return (
    <Dialog role="alertdialog" title={title} text={text} onClose={onClose}>
      <ConfirmButtons label={label} grave onCancel={onClose} onConfirm={confirm} />
    </Dialog>
  )
}

function describe(action: GraveAction, { name }: Person) {
  switch (action) {
    case 'delete':
      return {
        title: administrationTexts.deleteQuestion({ name }),
        text: administrationTexts.deleteWarning,
        label: commonTexts.delete,
        act: removePerson,
      }
    case 'signOut':
      return {
        title: administrationTexts.signOutQuestion({ name }),
        text: administrationTexts.signOutWarning,
        label: administrationTexts.signOut,
        act: signOut,
      }
    case 'turnOffTotp':
      return {
        title: administrationTexts.turnOffTotpQuestion({ name }),
        text: administrationTexts.turnOffTotpWarning,
        label: administrationTexts.turnOff,
        act: turnOffTotp,
      }
  }
}
