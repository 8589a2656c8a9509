import { randomBytes } from 'node:crypto'
import { isToken, type ServiceScope } from '@refrain/contract/account/session'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ServiceCaller } from '../../http/requests/actor.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import { insertServiceKey, readServiceKey } from './service-key-store.ts'

const ID_BYTES = 6

/** Creates a key. @returns the key itself; only its hash is stored */
export function createServiceKey(db: Database, name: string, scope: ServiceScope = 'send'): Promise<string> {
  return write(db, tx => addServiceKey(tx, name, scope))
}

/** The same within a transaction. */
export async function addServiceKey(tx: Transaction, name: string, scope: ServiceScope): Promise<string> {
  const key = createToken()
  const id = randomBytes(ID_BYTES).toString('hex')
  await insertServiceKey(tx, { id, hash: hashToken(key), name, scope, created_at: Date.now() })
  return key
}

/** The program a key belongs to; undefined for an unknown key. Looks up the hash, so timing reveals nothing about keys. */
export async function findServiceByKey(db: Database, key: string): Promise<ServiceCaller | undefined> {
  const row = isToken(key) ? await readServiceKey(db, hashToken(key)) : undefined
  return row && { serviceKey: row.id, scope: row.scope }
}
