import { type Configuration, fetchConfiguration } from '@refrain/contract/configuration'
import { startPushService } from '@refrain/server/testing/servers/push-service'
import type { BrowserContext, Page } from 'playwright-core'

interface Subscribed {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** Public key of the only accepted push sender. */
  readonly key: string
}

/**
 * Lets a browser take pushes, with the listener's leave. Chromium has them from its maker's servers only, so what it
 * subscribes to is a push service of the test; the service must know the host 127.0.0.1 as one (`PUSH_HOSTS`).
 * To be called in a test, before the first page.
 */
export async function takePushes(context: BrowserContext, origin: string) {
  const service = await startPushService()
  let current: Subscribed | undefined
  await context.grantPermissions(['notifications'], { origin })
  await context.exposeFunction('subscription', (act: 'read' | 'make' | 'end', key = '') => {
    if (act === 'end') current = undefined
    if (act === 'make') {
      const token = service.subscribe(key)
      current = { ...JSON.parse(Buffer.from(token.slice(3), 'base64url').toString()), key }
    }
    return current ?? null
  })
  await context.addInitScript(subscribeHere)
  return { service, endpoint: () => current?.endpoint }
}

/** Runs in the page and replaces subscriptions by the test's. */
function subscribeHere(): void {
  const { subscription } = window as unknown as {
    subscription: (act: string, key?: unknown) => Promise<Subscribed | null>
  }
  const make = (from: Subscribed | null) =>
    from && {
      endpoint: from.endpoint,
      options: { applicationServerKey: bytesOf(from.key) },
      toJSON: () => ({ endpoint: from.endpoint, expirationTime: null, keys: from.keys }),
      unsubscribe: () => subscription('end').then(() => true),
    }
  function bytesOf(key: string): ArrayBuffer {
    const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => make(await subscription('read')),
    subscribe: async (options: PushSubscriptionOptionsInit) =>
      make(await subscription('make', options.applicationServerKey)),
  })
}

/**
 * Wakes the service worker with what a push brings, and waits until it has done with it: Chromium forgets what it is
 * about to show where it is asked meanwhile for what it shows.
 */
export async function deliverPush(page: Page, data: string): Promise<void> {
  const { origin } = new URL(page.url())
  const worker = await findWorker(page.context())
  await worker.evaluate(watchPush)
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await worker.evaluate(() => (globalThis as unknown as Watched).pushed)
  await session.detach()
}

/** The service worker, as soon as it exists. */
const findWorker = async (context: BrowserContext) =>
  context.serviceWorkers().at(-1) ?? (await context.waitForEvent('serviceworker'))

interface Watched {
  /** Settles when the worker has handled the next push. */
  pushed: Promise<unknown>
  readonly ExtendableEvent: { readonly prototype: { waitUntil(work: Promise<unknown>): void } }
}

/** Runs in the worker. */
function watchPush(): void {
  const scope = globalThis as unknown as Watched
  const { prototype } = scope.ExtendableEvent
  const { waitUntil } = prototype
  scope.pushed = new Promise<void>(resolve => {
    prototype.waitUntil = function (this: Event, work: Promise<unknown>) {
      waitUntil.call(this, work)
      if (this.type !== 'push') return
      prototype.waitUntil = waitUntil
      void Promise.allSettled([work]).then(() => resolve())
    }
  })
}

/** Replaces the browser's subscription, as browsers occasionally do on their own. */
export async function renewSubscription(
  context: BrowserContext,
  { service }: Awaited<ReturnType<typeof takePushes>>,
  address: string,
): Promise<void> {
  const { pushKey } = (await (await fetch(address + fetchConfiguration.path)).json()) as Configuration
  const next = JSON.parse(Buffer.from(service.subscribe(pushKey).slice(3), 'base64url').toString())
  const worker = await findWorker(context)
  await worker.evaluate(async subscription => {
    const event = new Event('pushsubscriptionchange')
    const done = new Promise(resolve => Object.assign(event, { waitUntil: resolve }))
    dispatchEvent(Object.assign(event, { newSubscription: { toJSON: () => subscription } }))
    await done
  }, next)
}

/** The shown notifications in order. */
export const notifications = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker
    const shown = await (await ready).getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, url: data.url as string }))
  })

/**
 * Presses the first notification, as the system would: no protocol does it. Browsers take only a real press for leave
 * to bring a window forward or open one, so of that it is written down what the worker asks for.
 * @returns addresses of the windows it wants opened
 */
export async function pressNotification(context: BrowserContext): Promise<string[]> {
  const worker = await findWorker(context)
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { openWindow: (path: string) => Promise<null> }
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    const wanted: string[] = []
    scope.clients.openWindow = async path => {
      wanted.push(path)
      return null
    }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('There is no notification.')
    const event = new scope.NotificationEvent('notificationclick', { notification })
    const done = new Promise(resolve => Object.assign(event, { waitUntil: resolve }))
    dispatchEvent(event)
    await done
    return wanted
  })
}
