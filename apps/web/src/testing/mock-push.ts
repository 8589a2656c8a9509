import { vi } from 'vitest'

/** One object for all tests, because the pages query it once. */
const settings = new EventTarget() as PermissionStatus

const KEYS = { p256dh: 'BPoint', auth: 'secret' }

function makeSubscription(endpoint: string, key: string, onEnd: () => void): PushSubscription {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
  return {
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
    unsubscribe: async () => {
      onEnd()
      return true
    },
  } as Partial<PushSubscription> as PushSubscription
}

/** Adds notifications and push messages to jsdom, until `vi.unstubAllGlobals` and `end`. */
export function mockPush(permission: NotificationPermission) {
  let subscription: PushSubscription | null = null
  let made = 0
  let shown: Notification[] = []
  const cacheNames = new Set<string>()
  const worker = new EventTarget()
  const notification = {
    permission,
    requestPermission: vi.fn(async () => notification.permission),
  }
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async ({ applicationServerKey: key }: PushSubscriptionOptionsInit) => {
      const end = () => {
        subscription = null
      }
      subscription = makeSubscription(`https://push.example.org/${++made}`, String(key), end)
      return subscription
    }),
  }
  const caches = {
    has: async (name: string) => cacheNames.has(name),
    open: async (name: string) => cacheNames.add(name),
    delete: async (name: string) => cacheNames.delete(name),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const parts = {
    serviceWorker: Object.assign(worker, {
      register: async () => ({}),
      ready: Promise.resolve({ pushManager, getNotifications: async () => [...shown] }),
    }),
    locks: { request: mockLocks() },
    permissions: { query: async () => settings },
    userAgentData: {},
  }
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(navigator, name, { configurable: true, value })
  return {
    notification,
    pushManager,
    worker,
    /** Changes the permission, as in the settings of the browser. */
    setPermission(permission: NotificationPermission): void {
      notification.permission = permission
      const event = new Event('change')
      settings.dispatchEvent(event)
      settings.onchange?.(event)
    },
    cacheNames,
    /** Titles of the notifications on the screen. */
    shown: () => shown.map(({ title }) => title),
    show(title: string): void {
      const close = () => {
        shown = shown.filter(one => one !== notice)
      }
      const notice = { title, close } as Notification
      shown.push(notice)
    },
    /** Undefined without a subscription. */
    endpoint: () => subscription?.endpoint,
    end(): void {
      for (const name of Object.keys(parts)) delete (navigator as unknown as Record<string, unknown>)[name]
    },
  }
}

/** Runs callbacks one after the other, like one Web Lock. */
function mockLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return (_name: string, act: () => Promise<unknown>) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}
