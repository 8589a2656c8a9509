import { WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import type { Settings } from '../../settings.ts'
import { Fcm } from './fcm.ts'
import type { FcmAccount } from './fcm-account.ts'
import type { PushTransport } from './push-transport.ts'
import type { VapidKeys } from './vapid-keys.ts'
import { WebPush } from './web-push.ts'

interface Parts extends Pick<Settings, 'publicUrl' | 'pushHosts'> {
  readonly keys: () => Promise<VapidKeys>
  /** Of Firebase, if it is configured. */
  readonly fcmAccount: FcmAccount | undefined
}

/** Push services require a contact address and refuse loopback addresses. */
const FALLBACK_CONTACT = 'mailto:operator@refrain.invalid'

/**
 * Chooses Web Push or Firebase by the device's token. While Firebase is not configured its messages wait until they
 * expire.
 */
export function openPushTransport({ publicUrl, pushHosts, keys, fcmAccount }: Parts): PushTransport {
  const subject = publicUrl.startsWith('https:') ? publicUrl : FALLBACK_CONTACT
  const web = new WebPush({ keys, subject, hosts: pushHosts })
  const fcm = fcmAccount && new Fcm(fcmAccount, publicUrl)
  return {
    async send(token: string, message: PushMessage, expiresAt: number) {
      if (token.startsWith(WEB_PUSH_PREFIX)) return web.send(token, message, expiresAt)
      return fcm ? fcm.send(token, message, expiresAt) : 'later'
    },
  }
}
