import { LAST_ADMINISTRATOR, type Person } from '@refrain/contract/administration/people'
import type { AccountEmails } from '../../account/account-emails.ts'
import { lockAdministrators, setAdministrator } from '../../account/administrator-store.ts'
import { type DeletionParts, deleteAccount } from '../../account/delete-account.ts'
import { endWaysIn } from '../../account/ways-in/end-ways-in.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import { type Administrator, recordAction } from '../audit/record-action.ts'
import { readPerson, setDisabled } from './people-store.ts'

export interface PersonChange {
  readonly isAdministrator?: boolean | undefined
  readonly isDisabled?: boolean | undefined
}

/**
 * Makes a listener an administrator or not, and disables or enables the account.
 * @throws RequestError (404, or 409 if no administrator would be left)
 */
export function changePerson(
  db: Database,
  by: Administrator,
  id: string,
  { isAdministrator, isDisabled }: PersonChange,
  mails: AccountEmails,
): Promise<Person> {
  return write(db, async tx => {
    const administrators = await lockAdministrators(tx, id)
    const before = await requirePerson(tx, id)
    if (isAdministrator === false || isDisabled) requireAnother(administrators, id)
    if (isAdministrator !== undefined && isAdministrator !== before.isAdministrator) {
      await setAdministrator(tx, id, isAdministrator)
      await recordAction(tx, by, isAdministrator ? 'madeAdministrator' : 'madeListener', { personId: id })
    }
    if (isDisabled !== undefined && isDisabled !== before.isDisabled) {
      await setDisabled(tx, id, isDisabled ? Date.now() : null)
      if (isDisabled) await endWaysIn(tx, id, { name: 'disabled' }, mails)
      await recordAction(tx, by, isDisabled ? 'disabled' : 'enabled', { personId: id })
    }
    return requirePerson(tx, id)
  })
}

/** Ends every way into an account but its password, second factor and identity provider. @throws NotFoundError */
export function signOutPerson(
  db: Database,
  by: Administrator,
  id: string,
  mails: AccountEmails,
): Promise<void> {
  return write(db, async tx => {
    await requirePerson(tx, id)
    await endWaysIn(tx, id, { name: 'signedOutByAdministrator' }, mails)
    await recordAction(tx, by, 'signedOut', { personId: id })
  })
}

/** Deletes an account as its listener could. @throws RequestError (404, or 409 if no administrator would be left) */
export function deletePerson(
  db: Database,
  by: Administrator,
  id: string,
  parts: DeletionParts,
): Promise<void> {
  return write(db, async tx => {
    const administrators = await lockAdministrators(tx, id)
    const { name } = await requirePerson(tx, id)
    requireAnother(administrators, id)
    await deleteAccount(tx, id, parts)
    await recordAction(tx, by, 'deleted', { detail: name })
  })
}

/** @throws NotFoundError */
export async function requirePerson(db: Database, id: string): Promise<Person> {
  const person = await readPerson(db, id)
  if (!person) throw new NotFoundError('There is no such listener.')
  return person
}

/** @throws RequestError if nobody else would be left who administers */
function requireAnother(administrators: readonly string[], id: string): void {
  if (administrators.length === 1 && administrators[0] === id) throw new RequestError(409, LAST_ADMINISTRATOR)
}
