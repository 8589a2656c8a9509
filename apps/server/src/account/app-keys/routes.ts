import {
  type AppKey,
  createAppKey as createOperation,
  fetchAppKeys,
  revokeAllAppKeys,
  revokeAppKey,
} from '@refrain/contract/account/app-keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { InvalidInputError, NotFoundError } from '../../http/errors/request-errors.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import { createNetworkCheck } from '../../ip-networks.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { AppKeyRow } from '../tables.ts'
import { deleteAppKey, deleteAppKeys, listAppKeys } from './app-key-store.ts'
import { createAppKey } from './app-keys.ts'
import type { SealingKey } from './sealing-key.ts'

const isLocal = createNetworkCheck(['loopback', 'linklocal', 'uniquelocal'])

export interface AppKeyParts {
  readonly db: Database
  readonly liveUpdates: LiveUpdates
  readonly sealing: SealingKey
  /** False if the operator has switched apps off. */
  readonly offersApps: boolean
}

/** The app passwords and API keys of a listener. */
export function registerAppKeys(app: FastifyInstance, parts: AppKeyParts): void {
  const { db, liveUpdates, sealing, offersApps } = parts
  bindRoute(app, fetchAppKeys, async (_input, request, reply, { userId }) => {
    const keys = (await listAppKeys(db, userId)).map(toAppKey)
    const answer = { keys, isOffered: offersApps, isExposed: isExposed(request) }
    return sendUncached(request, reply, serialise(fetchAppKeys, answer))
  })
  bind(app, createOperation, async (input, actor) => {
    const name = input.name.toWellFormed().trim()
    if (name === '') throw new InvalidInputError('name: must not be blank')
    const { row, secret } = await createAppKey(db, sealing, actor, { ...input, name })
    liveUpdates.publish(actor, 'appKeys')
    return { key: toAppKey(row), secret }
  })
  bind(app, revokeAppKey, async ({ id }, actor) => {
    const isDeleted = await write(db, tx => deleteAppKey(tx, actor.userId, id))
    if (!isDeleted) throw new NotFoundError('There is no such app password or API key.')
    liveUpdates.publish(actor, 'appKeys')
    return { success: true as const }
  })
  bind(app, revokeAllAppKeys, async (_input, actor) => {
    await write(db, tx => deleteAppKeys(tx, actor.userId))
    liveUpdates.publish(actor, 'appKeys')
    return { success: true as const }
  })
}

/** Apps use the address that the page has: over plain HTTP, every network in between reads what they send. */
function isExposed({ protocol, ip, server }: FastifyRequest): boolean {
  return protocol !== 'https' && !server.publicUrl.startsWith('https:') && !isLocal(ip)
}

function toAppKey(row: Omit<AppKeyRow, 'hash' | 'sealed' | 'sealed_with'>): AppKey {
  const { id, name, kind, scope, last_used_at } = row
  return {
    id,
    name,
    kind,
    scope,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
    lastClient: row.last_client,
    lastNetwork: row.last_network,
  }
}
