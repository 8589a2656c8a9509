import type { OwnData } from '@refrain/contract/own-data'
import type { Database } from '../database/tables.ts'
import { readDevices } from './devices/device-store.ts'
import { readPermissions } from './settings/permission-store.ts'

const toIso = (instant: number) => new Date(instant).toISOString()

/** A member's notification data for their export. Leaves out device tokens, which are secrets. */
export async function readOwnNotificationData(
  db: Database,
  userId: string,
): Promise<Pick<OwnData, 'permissions' | 'devices'>> {
  const devices = await readDevices(db, userId)
  return {
    permissions: await readPermissions(db, userId),
    devices: devices.map(row => ({ createdAt: toIso(row.created_at), lastSeenAt: toIso(row.seen_at) })),
  }
}
