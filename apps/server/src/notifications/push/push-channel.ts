import type { PushMessage } from '@refrain/contract/notifications/messages'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Channel } from '../outbox/channel.ts'
import { claimDue } from '../outbox/claim-store.ts'
import { deleteDevice, readPushRecipient } from './push-recipient-store.ts'
import type { PushTransport } from './push-transport.ts'

const CONCURRENT_MESSAGES = 20

/** Push messages to devices. A device that is gone is deleted; one that refuses a message stays. */
export function createPushChannel(db: Database, transport: PushTransport): Channel {
  return {
    maxConcurrent: CONCURRENT_MESSAGES,
    claim: async (tx, options) => (await claimDue(tx, 'push', options)).map(delivery => [delivery]),
    async send([{ recipient, needsPermission, body, expiresAt }]) {
      const device = await readPushRecipient(db, recipient)
      if (!device || (needsPermission && !device.allowsPush)) return 'gone'
      const outcome = await transport.send(device.token, body as PushMessage, expiresAt)
      if (outcome === 'gone') await write(db, tx => deleteDevice(tx, recipient))
      return outcome === 'refused' ? 'gone' : outcome
    },
  }
}
