import { addressRates } from '@refrain/contract/limits'
import {
  registerGuestDevice as registerGuestDeviceOperation,
  updateDeviceToken,
} from '@refrain/contract/notifications/devices'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { clientAddress, type RateLimits, TooManyRequestsError } from '../../http/limits/rate-limits.ts'
import { authenticateUser, type SignedInUser } from '../../http/requests/actor.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import type { CleanUps } from '../../jobs/clean-ups.ts'
import { requireSelf } from '../require-self.ts'
import { checkToken, deleteStaleGuestDevices, registerGuestDevice, registerMemberDevice } from './devices.ts'

export interface DeviceParts {
  readonly db: Database
  readonly cleanUps: CleanUps
  /** Host names of known push services; see settings.ts. */
  readonly pushHosts: readonly string[]
}

/** Registration of members' and guests' devices for push messages. */
export function registerDevices(app: FastifyInstance, { db, cleanUps, pushHosts }: DeviceParts): void {
  const countGuest = limitGuests(app.rateLimits)
  cleanUps.add('devices of guests', now => deleteStaleGuestDevices(db, now))

  bind(app, updateDeviceToken, async ({ userId, token }, actor) => {
    requireSelf(userId, actor)
    checkToken(token, pushHosts)
    await registerMemberDevice(db, actor, token)
    return { success: true as const }
  })
  bindRoute(app, registerGuestDeviceOperation, async ({ token }, request, reply) => {
    checkToken(token, pushHosts)
    countGuest(request)
    const caller = await withDeadline(findCaller(request))
    const userId = await withDeadline(registerGuestDevice(db, token, caller))
    return sendUncached(request, reply, JSON.stringify({ userId }))
  })
}

/** The signed-in caller of a call that guests may make too; undefined for a guest. */
async function findCaller(request: FastifyRequest): Promise<SignedInUser | undefined> {
  try {
    return await authenticateUser({ ...registerGuestDeviceOperation, acceptsCookie: true }, request)
  } catch (error) {
    if (error instanceof UnauthorizedError) return undefined
    throw error
  }
}

function limitGuests(limits: RateLimits): (request: FastifyRequest) => void {
  if (limits.isOff) return () => {}
  const limiter = limits.createLimiter('guest devices', addressRates.registerGuestDevice)
  return request => {
    const seconds = limiter.consume(clientAddress(request), performance.now())
    if (seconds > 0) throw new TooManyRequestsError(seconds)
  }
}
