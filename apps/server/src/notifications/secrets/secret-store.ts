import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'

export type SecretName = 'mail-key' | 'push-keys'

/**
 * Reads a secret from the database, creating it if needed. Processes that ask at the same time all get the same secret.
 */
export async function readOrCreateSecret(
  db: Database,
  name: SecretName,
  create: () => string | Promise<string>,
): Promise<string> {
  const existing = await readSecret(db, name)
  if (existing !== undefined) return existing
  const value = await create()
  return write(db, async tx => {
    await tx
      .insertInto('secrets')
      .values({ name, value })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    // Another process may have been faster.
    return (await readSecret(tx, name)) as string
  })
}

async function readSecret(db: Database, name: SecretName): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
