import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import {
  KeyRound,
  LogOut,
  ShieldCheck,
  ShieldOff,
  ShieldX,
  Trash2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import { changePerson, failureText } from '../../administration/administer.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'
import type { GraveAction } from './confirm-person-dialog.tsx'

/** What an administrator can do with an account. */
export function usePersonEntries(
  onAsk: (action: GraveAction | 'resetLink', person: Person) => void,
  onFailure: (message: string) => void,
): (person: Person) => MenuEntry[] {
  const orTell = (act: () => Promise<unknown>) => () =>
    act().then(
      () => {},
      error => onFailure(failureText(error, administrationTexts.failed)),
    )
  return person => {
    const { id, isAdministrator, isDisabled, hasTotp } = person
    const ask = (action: GraveAction | 'resetLink') => () => onAsk(action, person)
    return [
      {
        label: isAdministrator ? administrationTexts.makeListener : administrationTexts.makeAdministrator,
        icon: isAdministrator ? ShieldOff : ShieldCheck,
        onSelect: orTell(() => changePerson({ id, isAdministrator: !isAdministrator })),
      },
      {
        label: isDisabled ? administrationTexts.enable : administrationTexts.disable,
        icon: isDisabled ? UserRoundCheck : UserRoundX,
        onSelect: orTell(() => changePerson({ id, isDisabled: !isDisabled })),
      },
      { label: administrationTexts.signOut, icon: LogOut, onSelect: ask('signOut') },
      { label: administrationTexts.resetLink, icon: KeyRound, onSelect: ask('resetLink') },
      ...(hasTotp
        ? [{ label: administrationTexts.turnOffTotp, icon: ShieldX, onSelect: ask('turnOffTotp') }]
        : []),
      { label: administrationTexts.deleteAccount, icon: Trash2, onSelect: ask('delete') },
    ]
  }
}
