import type { OwnData } from '@refrain/contract/own-data'
import type { Database } from '../database/tables.ts'
import { readDevices } from './devices/device-store.ts'
import { readPermissions } from './settings/permission-store.ts'

const at = (instant: number) => new Date(instant).toISOString()

/** What is kept of how a listener is told of things; never the tokens, by which anybody could tell them. */
export async function readOwnNotificationData(
  db: Database,
  userId: string,
): Promise<Pick<OwnData, 'permissions' | 'devices'>> {
  const devices = await readDevices(db, userId)
  return {
    permissions: await readPermissions(db, userId),
    devices: devices.map(row => ({ createdAt: at(row.created_at), lastSeenAt: at(row.seen_at) })),
  }
}
