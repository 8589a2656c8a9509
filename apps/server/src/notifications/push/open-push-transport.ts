import { WEB_PUSH_PREFIX } from '@refrain/contract/notifications/devices'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import type { Settings } from '../../settings.ts'
import { Fcm } from './fcm.ts'
import { readFcmAccount } from './fcm-account.ts'
import type { PushTransport } from './push-transport.ts'
import { openVapidKeys } from './vapid-keys.ts'
import { WebPush } from './web-push.ts'

type Parts = Pick<Settings, 'dataDir' | 'publicUrl' | 'pushHosts' | 'fcmServiceAccount'>

/** Where nobody can be turned to: push services ask for an address, and refuse one of the machine itself. */
const FALLBACK_CONTACT = 'mailto:operator@refrain.invalid'

/**
 * How devices are reached: each by what its token is of. What needs a provider that is not set up stays until it is
 * dropped (PROP-55).
 * @throws OperatorError where what is set up cannot be used
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
