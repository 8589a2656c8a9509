import { randomBytes } from 'node:crypto'
import { isToken } from '@refrain/contract/account/session'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Service } from '../../http/requests/actor.ts'
import { digest, makeToken } from '../sessions/token.ts'
import { insertServiceKey, readServiceKey } from './service-key-store.ts'

const ID_BYTES = 6

/** Makes a key. @returns it, for this once: what is kept is its hash */
export async function makeServiceKey(db: Database, name: string): Promise<string> {
  const key = makeToken()
  const id = randomBytes(ID_BYTES).toString('hex')
  await write(db, tx => insertServiceKey(tx, { id, hash: digest(key), name, created_at: Date.now() }))
  return key
}

/**
 * Whose key it is; undefined for one that was never made or is gone. Looked up by its hash: how long that takes
 * says nothing about a key.
 */
export async function findService(db: Database, key: string): Promise<Service | undefined> {
  const row = isToken(key) ? await readServiceKey(db, digest(key)) : undefined
  return row && { serviceKey: row.id }
}
