import { WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import type { Settings } from '../../settings.ts'
import { Fcm } from './fcm.ts'
import { readFcmAccount } from './fcm-account.ts'
import type { PushTransport } from './push-transport.ts'
import { openVapidKeys } from './vapid-keys.ts'
import { WebPush } from './web-push.ts'

type Parts = Pick<Settings, 'dataDir' | 'publicUrl' | 'pushHosts' | 'fcmServiceAccount'>

/** Push services require a contact address and refuse loopback addresses. */
const FALLBACK_CONTACT = 'mailto:operator@refrain.invalid'

/**
 * Chooses Web Push or Firebase by the device's token. While Firebase is not configured its messages wait until they
 * expire.
 * @throws OperatorError if the Firebase service account cannot be used
 */
export async function openPushTransport(settings: Parts): Promise<PushTransport> {
  const { dataDir, publicUrl, pushHosts, fcmServiceAccount } = settings
  const subject = publicUrl.startsWith('https:') ? publicUrl : FALLBACK_CONTACT
  const web = new WebPush({ keys: openVapidKeys(dataDir), subject, hosts: pushHosts })
  const fcm = fcmServiceAccount ? new Fcm(await readFcmAccount(fcmServiceAccount), publicUrl) : undefined
  return {
    async send(token: string, message: PushMessage, expiresAt: number) {
      if (token.startsWith(WEB_PUSH_PREFIX)) return web.send(token, message, expiresAt)
      return fcm ? fcm.send(token, message, expiresAt) : 'later'
    },
  }
}
