import type { Database, Transaction } from '../database/tables.ts'

/** What the set-up in the browser has chosen. */
export interface SetUpChoices {
  /** Folder of music, or ''. */
  readonly music: string
  readonly wantsSample: boolean
}

/** Open until it is done, or anybody has an account. */
export async function isSetUpOpen(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('set_up')
    .select('id')
    .where('done_at', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('users').select('users.id'))))
    .executeTakeFirst()
  return row !== undefined
}

export async function readSetUpChoices(db: Database): Promise<SetUpChoices> {
  const { music, sample } = await db
    .selectFrom('set_up')
    .select(['music', 'sample'])
    .executeTakeFirstOrThrow()
  return { music, wantsSample: sample === 1 }
}

export async function storeSetUpChoices(
  tx: Transaction,
  { music, wantsSample }: SetUpChoices,
): Promise<void> {
  await tx
    .updateTable('set_up')
    .set({ music, sample: wantsSample ? 1 : 0 })
    .execute()
}

/** Closes the set-up for ever. @returns false if it was closed */
export async function closeSetUp(tx: Transaction): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('set_up')
    .set({ done_at: Date.now(), code_hash: null })
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Called before a start imports anything: music that is there before the first start belongs to an existing
 * installation, whose set-up is closed.
 */
export async function closeSetUpOfExisting(tx: Transaction): Promise<void> {
  const first = tx.updateTable('set_up').where('done_at', 'is', null).where('code_hash', 'is', null)
  await first
    .set({ done_at: 0 })
    .where(({ exists, selectFrom }) => exists(selectFrom('tracks').select('tracks.id')))
    .execute()
  await first.set({ code_hash: '' }).execute()
}

/** Replaces the code. */
export async function storeSetUpCode(tx: Transaction, codeHash: string): Promise<void> {
  await tx.updateTable('set_up').set({ code_hash: codeHash }).where('done_at', 'is', null).execute()
}

export async function isSetUpCode(db: Database, codeHash: string): Promise<boolean> {
  const row = await db.selectFrom('set_up').select('id').where('code_hash', '=', codeHash).executeTakeFirst()
  return row !== undefined
}
