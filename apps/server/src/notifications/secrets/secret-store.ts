import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'

/** The keys of emails and push messages, the identity of the service, and where its backups are. */
export type SecretName = 'mail-key' | `mail-links-${string}` | 'push-keys' | 'service-id' | 'backup-targets'

/** Digits of a month's number: names sort by it. */
const MONTH_DIGITS = 6

/** Name of the key that signs the links in emails of a month, see signed-links.ts. */
export const linkKeyName = (month: number) =>
  `mail-links-${String(month).padStart(MONTH_DIGITS, '0')}` as const

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

/** Deletes the keys of links that do not work any more. @param oldest month whose links still do */
export async function deleteOldLinkKeys(tx: Transaction, oldest: number): Promise<void> {
  const rows = await tx.selectFrom('secrets').select('name').where('name', 'like', 'mail-links-%').execute()
  const old = rows.map(row => row.name).filter(name => name < linkKeyName(oldest))
  if (old.length > 0) await tx.deleteFrom('secrets').where('name', 'in', old).execute()
}
