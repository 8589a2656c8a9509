import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'

/** The keys of emails and push messages, the identity of the service, and where its backups are. */
export type SecretName = 'mail-key' | 'push-keys' | 'service-id' | 'backup-targets'

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

export async function writeSecret(tx: Transaction, name: SecretName, value: string): Promise<void> {
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function readSecret(db: Database, name: SecretName): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
