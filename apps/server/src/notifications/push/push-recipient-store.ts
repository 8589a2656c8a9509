import type { Database, Transaction } from '../../database/tables.ts'

/** A device, and whether its owner allows push messages from artists; guests cannot. */
export interface PushRecipient {
  readonly token: string
  readonly allowsPush: boolean
}

export async function readPushRecipient(db: Database, deviceId: string): Promise<PushRecipient | undefined> {
  const row = await db
    .selectFrom('devices')
    .leftJoin('notice_permissions', 'notice_permissions.user_id', 'devices.user_id')
    .select(['token', 'from_artists'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  return row && { token: row.token, allowsPush: row.from_artists === 1 }
}

export async function deleteDevice(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('devices').where('id', '=', id).execute()
}
