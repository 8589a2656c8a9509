import type { LiveSettingName } from '@refrain/contract/administration/settings'
import { compileOnce } from '../database/compile-once.ts'
import type { Database, Transaction } from '../database/tables.ts'

const selectSettings = compileOnce(db => db.selectFrom('live_settings').selectAll())

/** What administrators have changed, by name. */
export async function readStoredSettings(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await selectSettings(db, '')
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function storeSetting(tx: Transaction, name: LiveSettingName, value: string): Promise<void> {
  await tx
    .insertInto('live_settings')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function deleteSetting(tx: Transaction, name: LiveSettingName): Promise<void> {
  await tx.deleteFrom('live_settings').where('name', '=', name).execute()
}
