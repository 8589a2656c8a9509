import { addressRates } from '@refrain/contract/limits'
import {
  registerGuestDevice as registerGuestDeviceOperation,
  updateDeviceToken,
} from '@refrain/contract/notifications/devices'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { beforeDeadline } from '../../http/limits/deadline.ts'
import { RateLimiter } from '../../http/limits/rate-limiter.ts'
import { addressOf, scaled, TooManyError } from '../../http/limits/rate-limits.ts'
import { findActor, type SignedIn } from '../../http/requests/actor.ts'
import { sendOnce } from '../../http/responses/send-json.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { requireSelf } from '../require-self.ts'
import { checkToken, deleteStaleGuestDevices, registerGuestDevice, registerMemberDevice } from './devices.ts'

const HOUR_SECONDS = 3_600
const CLEANUP_INTERVAL_MS = 3_600_000

export interface DeviceParts {
  readonly db: Database
  /** Host names of known push services; see settings.ts. */
  readonly pushHosts: readonly string[]
}

/** Registration of members' and guests' devices for push messages. */
export function registerDevices(app: FastifyInstance, { db, pushHosts }: DeviceParts): void {
  const countGuest = limitGuests(app.rateLimitScale)
  const clock = new TrustedClock()
  deleteStaleDevicesHourly(app, () => deleteStaleGuestDevices(db, clock.earliest()))

  bind(app, updateDeviceToken, async ({ userId, token }, actor) => {
    requireSelf(userId, actor)
    checkToken(token, pushHosts)
    await registerMemberDevice(db, actor, token)
    return { success: true as const }
  })
  bindRoute(app, registerGuestDeviceOperation, async ({ token }, request, reply) => {
    checkToken(token, pushHosts)
    countGuest(request)
    const caller = await beforeDeadline(findCaller(request))
    const userId = await beforeDeadline(registerGuestDevice(db, token, caller))
    return sendOnce(request, reply, JSON.stringify({ userId }))
  })
}

/** The signed-in caller of a call that guests may make too; undefined for a guest. */
async function findCaller(request: FastifyRequest): Promise<SignedIn | undefined> {
  try {
    return await findActor({ ...registerGuestDeviceOperation, acceptsCookie: true }, request)
  } catch (error) {
    if (error instanceof UnauthorizedError) return undefined
    throw error
  }
}

function limitGuests(scale: number): (request: FastifyRequest) => void {
  if (scale === 0) return () => {}
  const limiter = new RateLimiter(scaled(addressRates.registerGuestDevice.calls, scale), HOUR_SECONDS)
  return request => {
    const seconds = limiter.take(addressOf(request), performance.now())
    if (seconds > 0) throw new TooManyError(seconds)
  }
}

function deleteStaleDevicesHourly(app: FastifyInstance, deleteStale: () => Promise<void>): void {
  const timer = setInterval(() => {
    deleteStale().catch(error =>
      console.error('guest devices could not be cleaned up, retrying', { error: error.message }),
    )
  }, CLEANUP_INTERVAL_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
