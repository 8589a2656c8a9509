import type { PushMessage } from '@refrain/contract/notifications/messages'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { toScreenPath } from './screen-path.ts'

declare const self: ServiceWorkerGlobalScope

/** Browsers demand a notification for each push, also for one that makes no sense. */
const SENSELESS: PushMessage = { title: PRODUCT_NAME, body: '', url: '/', tag: '' }

/** Shows what a push says, where the listener lets the browser show notifications. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  if (Notification.permission !== 'granted') return
  const { title, body, url, tag } = readNotice(data)
  await self.registration.showNotification(title, {
    body,
    tag,
    // What takes the place of another is heard of all the same; browsers refuse that where nothing has a name.
    ...(tag && { renotify: true }),
    icon: '/icon-192.png',
    data: { url: toScreenPath(url) },
  })
}

function readNotice(data: PushMessageData | null): PushMessage {
  try {
    const said = data?.json() as PushMessage
    const parts = [said.title, said.body, said.url, said.tag]
    return parts.every(part => typeof part === 'string') && said.title !== '' ? said : SENSELESS
  } catch {
    return SENSELESS
  }
}
