import {
  type Assertion,
  addPasskey,
  confirmWithPasskey,
  fetchPasskeys,
  type NewCredential,
  PASSKEY_INVALID,
  PASSKEY_UNKNOWN,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirmation,
} from '@refrain/contract/account/passkeys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bindRoute } from '../../http/bind.ts'
import {
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnauthorizedError,
} from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { clientAddress } from '../../http/limits/rate-limits.ts'
import type { Actor } from '../../http/requests/actor.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import { readServiceName } from '../../live-settings/live-settings.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { readAddress } from '../email/address-store.ts'
import type { SignInLimits } from '../sign-in/sign-in-limits.ts'
import type { SignUpParts } from '../sign-up/sign-up.ts'
import { storeChallenge, takeChallenge } from './challenges.ts'
import { removePasskey as remove, requireRoom, storePasskey, toPasskey, toRow } from './own-passkeys.ts'
import { readPasskeys, renamePasskeyRow } from './passkey-store.ts'
import { findRelyingParty, requireRelyingParty } from './relying-party.ts'
import { confirmWithPasskey as confirm } from './sign-in-with-passkey.ts'
import { createOptions, requestPasskey, verifyNewPasskey } from './verify-passkey.ts'

export interface PasskeyParts extends SignUpParts {
  readonly db: Database
  readonly liveUpdates: LiveUpdates
  readonly limits: SignInLimits
  /** Whether the service has an identity provider. */
  readonly hasProvider: boolean
}

const done = { success: true } as const

/** The passkeys of a listener. */
export function registerPasskeys(app: FastifyInstance, parts: PasskeyParts): void {
  const { db, liveUpdates, mails, hasProvider } = parts
  registerAdding(app, parts)
  registerConfirmation(app, parts)

  bindRoute(app, fetchPasskeys, async (_input, request, reply, { userId }) => {
    const rpId = findRelyingParty(request)?.id
    const rows = await withDeadline(readPasskeys(db, userId))
    const passkeys = rows.map(row => toPasskey(row, rpId))
    return sendUncached(request, reply, serialise(fetchPasskeys, { passkeys }))
  })
  bindRoute(app, renamePasskey, async (input, request, reply, actor) => {
    const name = input.name.toWellFormed()
    const isRenamed = write(db, tx => renamePasskeyRow(tx, actor.userId, { id: input.id, name }))
    if (!(await withDeadline(isRenamed))) throw new NotFoundError('You have no such passkey.')
    liveUpdates.publish(actor, 'user')
    return sendUncached(request, reply, serialise(renamePasskey, done))
  })
  bindRoute(app, removePasskey, async ({ id }, request, reply, actor) => {
    const rpId = findRelyingParty(request)?.id ?? ''
    await withDeadline(remove(db, actor.userId, id, { rpId, hasProvider, mails }))
    liveUpdates.publish(actor, 'user')
    return sendUncached(request, reply, serialise(removePasskey, done))
  })
}

function registerAdding(app: FastifyInstance, { db, liveUpdates, mails, given }: PasskeyParts): void {
  async function start(request: FastifyRequest, { userId, session }: Actor) {
    const party = requireRelyingParty(request)
    const [address, known] = await Promise.all([readAddress(db, userId), readPasskeys(db, userId)])
    if (!address) throw new UnauthorizedError()
    requireRoom(known)
    const site = { id: party.id, name: await readServiceName(db, given) }
    const here = known.filter(passkey => passkey.rp_id === party.id)
    const options = await createOptions(site, { userId, name: address.name, email: address.email }, here)
    await storeChallenge(db, options.challenge, { holders: [session], purpose: 'add' })
    return options
  }

  bindRoute(app, startPasskey, async (_input, request, reply, actor) =>
    sendUncached(request, reply, serialise(startPasskey, await withDeadline(start(request, actor)))),
  )

  async function add(request: FastifyRequest, actor: Actor, passkey: NewCredential): Promise<Passkey> {
    const party = requireRelyingParty(request)
    const asked = { holders: [actor.session], purpose: 'add' } as const
    const { challenge } = await takeChallenge(db, passkey.clientDataJSON, asked)
    const verified = await verifyNewPasskey(passkey, party, challenge)
    if (!verified) throw new InvalidInputError(PASSKEY_INVALID)
    const made = toRow(actor.userId, verified, request.headers['user-agent'] ?? '')
    const row = await storePasskey(db, made, actor.session, mails)
    liveUpdates.publish(actor, 'user')
    return toPasskey(row, party.id)
  }

  bindRoute(app, addPasskey, async ({ passkey }, request, reply, actor) =>
    sendUncached(request, reply, serialise(addPasskey, await withDeadline(add(request, actor, passkey)))),
  )
}

function registerConfirmation(app: FastifyInstance, { db, limits }: PasskeyParts): void {
  bindRoute(app, startPasskeyConfirmation, async (_input, request, reply, { userId, session }) => {
    const party = requireRelyingParty(request)
    const known = (await withDeadline(readPasskeys(db, userId))).filter(({ rp_id }) => rp_id === party.id)
    const options = await requestPasskey(party, known)
    await withDeadline(storeChallenge(db, options.challenge, { holders: [session], purpose: 'confirm' }))
    return sendUncached(request, reply, serialise(startPasskeyConfirmation, options))
  })

  async function tryAnswer(request: FastifyRequest, actor: Actor, passkey: Assertion): Promise<void> {
    const party = requireRelyingParty(request)
    const asked = { holders: [actor.session], purpose: 'confirm' } as const
    const { challenge } = await takeChallenge(db, passkey.clientDataJSON, asked)
    const known = await readAddress(db, actor.userId)
    if (!known) throw new UnauthorizedError()
    const refund = await limits.countLogin(known.folded_email, clientAddress(request))
    let isWrong = false
    try {
      isWrong = !(await confirm(db, actor, { passkey, party, challenge }))
    } finally {
      if (!isWrong) refund()
    }
    if (isWrong) throw new ForbiddenError(PASSKEY_UNKNOWN)
  }

  bindRoute(app, confirmWithPasskey, async ({ passkey }, request, reply, actor) => {
    await withDeadline(tryAnswer(request, actor, passkey))
    return sendUncached(request, reply, serialise(confirmWithPasskey, done))
  })
}
