import type { PushMessage } from '@refrain/contract/notifications/messages'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Channel } from '../outbox/channel.ts'
import { claimDue } from '../outbox/claim-store.ts'
import { deleteDevice, readPushRecipient } from './push-recipient-store.ts'
import type { PushTransport } from './push-transport.ts'

const AT_ONCE = 20

/** Notifications to devices. A device that is gone for good is forgotten; one that refuses this stays. */
export function createPushChannel(db: Database, transport: PushTransport): Channel {
  return {
    maxConcurrent: AT_ONCE,
    claim: async (tx, options) => (await claimDue(tx, 'push', options)).map(one => [one]),
    async send([{ recipient, needsPermission, body, expiresAt }]) {
      const device = await readPushRecipient(db, recipient)
      if (!device || (needsPermission && !device.allowsPush)) return 'gone'
      const outcome = await transport.send(device.token, body as PushMessage, expiresAt)
      if (outcome === 'gone') await write(db, tx => deleteDevice(tx, recipient))
      return outcome === 'refused' ? 'gone' : outcome
    },
  }
}
