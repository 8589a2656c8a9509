import type { Person } from '@refrain/contract/administration/people'
import { administrationTexts } from '@refrain/messages/en/administration'
import { LogOut, ShieldCheck, ShieldOff, Trash2, UserRoundCheck, UserRoundX } from 'lucide-react'
import { changePerson, failureText, signOut } from '../../administration/administer.ts'
import type { MenuEntry } from '../../ui/menus/menu-item.tsx'

/** What an administrator can do with an account. */
export function usePersonEntries(
  onDelete: (person: Person) => void,
  onFailure: (message: string) => void,
): (person: Person) => MenuEntry[] {
  const orTell = (act: () => Promise<unknown>) => () =>
    act().then(
      () => {},
      error => onFailure(failureText(error, administrationTexts.failed)),
    )
  return person => {
    const { id, isAdministrator, isDisabled } = person
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
      { label: administrationTexts.signOut, icon: LogOut, onSelect: orTell(() => signOut(id)) },
      { label: administrationTexts.deleteAccount, icon: Trash2, onSelect: () => onDelete(person) },
    ]
  }
}
