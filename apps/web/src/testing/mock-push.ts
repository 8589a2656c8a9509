import { vi } from 'vitest'

/** What the browser says of its settings: one for all tests, since the pages look for it once. */
const settings = new EventTarget() as PermissionStatus

const KEYS = { p256dh: 'BPoint', auth: 'secret' }

/** A subscription as browsers give it. */
function makeSubscription(endpoint: string, key: string, ended: () => void): PushSubscription {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
  return {
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
    unsubscribe: async () => {
      ended()
      return true
    },
  } as Partial<PushSubscription> as PushSubscription
}

/**
 * What jsdom lacks of a Chromium that shows notifications and takes pushes; until `vi.unstubAllGlobals` and `end`.
 * @param permission what the listener has allowed so far
 */
export function mockPush(permission: NotificationPermission) {
  let subscription: PushSubscription | null = null
  let made = 0
  let shown: Notification[] = []
  const kept = new Set<string>()
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
  /** Empty ones: what is kept in them is nobody's here. */
  const caches = {
    has: async (name: string) => kept.has(name),
    open: async (name: string) => kept.add(name),
    delete: async (name: string) => kept.delete(name),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const parts = {
    serviceWorker: Object.assign(worker, {
      register: async () => {},
      ready: Promise.resolve({ pushManager, getNotifications: async () => [...shown] }),
    }),
    locks: { request: inTurn() },
    permissions: { query: async () => settings },
    userAgentData: {},
  }
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(navigator, name, { configurable: true, value })
  return {
    notification,
    pushManager,
    worker,
    /** As the listener does in the settings of the browser. */
    set(permission: NotificationPermission): void {
      notification.permission = permission
      const event = new Event('change')
      settings.dispatchEvent(event)
      settings.onchange?.(event)
    },
    /** Names of the caches there are. */
    kept,
    /** Titles of the notifications on the screen. */
    shown: () => shown.map(({ title }) => title),
    show(title: string): void {
      const close = () => {
        shown = shown.filter(one => one !== notice)
      }
      const notice = { title, close } as Notification
      shown.push(notice)
    },
    /** The address pushes reach this browser by; undefined where none does. */
    endpoint: () => subscription?.endpoint,
    end(): void {
      for (const name of Object.keys(parts)) delete (navigator as unknown as Record<string, unknown>)[name]
    },
  }
}

/** One after the other, as Web Locks let them. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return (_name: string, act: () => Promise<unknown>) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}
