import { countLimits, dayLimits } from '@refrain/contract/limits'
import { WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { readSubscription } from '../push/push-subscription.ts'
import * as store from './device-store.ts'

const DAY_MS = 86_400_000

/**
 * Registers a device for a member, whoever had it before. It is deleted when the session is ended, but not when the
 * session expires.
 * @throws UnauthorizedError if the session has ended meanwhile
 */
export function registerMemberDevice(db: Database, owner: SignedInUser, token: string): Promise<void> {
  return write(db, async tx => {
    await lockUser(tx, owner.userId)
    if (!(await store.lockSession(tx, owner.session))) throw new UnauthorizedError()
    await store.saveDevice(tx, token, owner, Date.now())
    await store.deleteOldDevices(tx, owner.userId, countLimits.devices)
  })
}

/**
 * Registers a device for a guest. A device of a member who is no longer logged in on this browser becomes a guest's.
 * @param caller the signed-in caller, if any: keeps their own device
 * @returns the caller's user id if the device is theirs, null if it was another member's, else the id of the device
 */
export function registerGuestDevice(
  db: Database,
  token: string,
  caller: SignedInUser | undefined,
): Promise<string | null> {
  return write(db, async tx => {
    const owner = await store.readOwner(tx, token)
    const isOwn = caller && owner === caller.userId && (await store.lockSession(tx, caller.session))
    const id = await store.saveDevice(tx, token, isOwn ? caller : null, Date.now())
    if (isOwn) return caller.userId
    return owner ? null : id
  })
}

/** Deletes guests' devices that were not registered again for `GUEST_DEVICE_DAYS`. */
export function deleteStaleGuestDevices(db: Database, now = Date.now()): Promise<void> {
  return write(db, tx => store.deleteGuestDevicesBefore(tx, now - dayLimits.guestDevice * DAY_MS))
}

/** @throws InvalidInputError if a subscription has no known push service or no valid keys */
export function checkToken(token: string, pushHosts: readonly string[]): void {
  if (token.startsWith(WEB_PUSH_PREFIX) && !readSubscription(token, pushHosts)) {
    throw new InvalidInputError('token: must be a subscription to a push service this service knows')
  }
}
