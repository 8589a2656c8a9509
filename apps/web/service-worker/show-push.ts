import type { PushMessage } from '@refrain/contract/notifications/messages'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { prefix } from './prefix.ts'
import { toScreenPath } from './screen-path.ts'

declare const self: ServiceWorkerGlobalScope

/** Shown for an invalid push message: browsers require a notification for every push. */
const FALLBACK: PushMessage = { title: PRODUCT_NAME, body: '', url: '/', tag: '' }

/** Shows a push message as a notification, if the listener has allowed notifications. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  if (Notification.permission !== 'granted') return
  const { title, body, url, tag } = readMessage(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    // Alerts again when it replaces a notification; browsers reject `renotify` without a tag.
    ...(tag && { renotify: true }),
    icon: `${prefix}/icon-192.png`,
    data: { url: toScreenPath(url) },
  })
}

function readMessage(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as PushMessage
    const fields = [message.title, message.body, message.url, message.tag]
    return fields.every(field => typeof field === 'string') && message.title !== '' ? message : FALLBACK
  } catch {
    return FALLBACK
  }
}
