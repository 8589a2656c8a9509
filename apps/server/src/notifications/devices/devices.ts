import { countLimits, dayLimits } from '@refrain/contract/limits'
import { WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import { holdUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { SignedIn } from '../../http/requests/actor.ts'
import { readSubscription } from '../push/push-subscription.ts'
import * as store from './device-store.ts'

const DAY_MS = 86_400_000

/**
 * Keeps a device as the listener's, whoever had it before, until they end the session (NOT-02); one that expires
 * takes nothing with it.
 * @throws UnauthorizedError where that has ended meanwhile
 */
export function registerMemberDevice(db: Database, owner: SignedIn, token: string): Promise<void> {
  return write(db, async tx => {
    await holdUser(tx, owner.userId)
    if (!(await store.lockSession(tx, owner.session))) throw new UnauthorizedError()
    await store.saveDevice(tx, token, owner, Date.now())
    await store.deleteOldDevices(tx, owner.userId, countLimits.devices)
  })
}

/**
 * Keeps a device as a guest's. What a listener had registered who has since left this browser is a guest's from now on.
 * @param caller who asks, where they are signed in
 * @returns the id it is kept under: a listener's where it is their own, null where it was another's (READ-70)
 */
export function registerGuestDevice(
  db: Database,
  token: string,
  caller: SignedIn | undefined,
): Promise<string | null> {
  return write(db, async tx => {
    const owner = await store.readOwner(tx, token)
    const own = caller && owner === caller.userId && (await store.lockSession(tx, caller.session))
    const id = await store.saveDevice(tx, token, own ? caller : null, Date.now())
    if (own) return caller.userId
    return owner ? null : id
  })
}

/** Forgets guests' devices that were not registered again for 60 days. */
export function deleteStaleGuestDevices(db: Database, now = Date.now()): Promise<void> {
  return write(db, tx => store.deleteGuestDevicesBefore(tx, now - dayLimits.guestDevice * DAY_MS))
}

/** @throws InvalidInputError where a subscription names no push service of ours, or has no keys */
export function checkToken(token: string, pushHosts: readonly string[]): void {
  if (token.startsWith(WEB_PUSH_PREFIX) && !readSubscription(token, pushHosts)) {
    throw new InvalidInputError('token: must be a subscription to a push service this service knows')
  }
}
