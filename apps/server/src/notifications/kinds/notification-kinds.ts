import { accountDeleted } from './account-deleted.ts'
import { albumAdded } from './album-added.ts'
import { announcement } from './announcement.ts'
import { emailChanged } from './email-changed.ts'
import type { EventKind, NotificationKind } from './notification-kind.ts'
import { passkeysChanged } from './passkeys-changed.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './reset-password.ts'
import { secondFactorChanged } from './second-factor-changed.ts'
import { testMessage } from './test-message.ts'
import { verification } from './verify-email.ts'
import { welcome } from './welcome.ts'

const EVENT_KINDS = [albumAdded]
const KINDS: readonly NotificationKind[] = [
  ...EVENT_KINDS,
  welcome,
  verification,
  passwordChanged,
  secondFactorChanged,
  passkeysChanged,
  passwordReset,
  emailChanged,
  accountDeleted,
  announcement,
  testMessage,
]

/** Names of the kinds whose emails carry a link that opens or moves an account. */
export const LINK_KINDS: readonly string[] = KINDS.filter(kind => kind.makesLinks).map(kind => kind.name)

/** Kinds made from events. Announcement and recipient types differ per kind, so they are unknown here. */
export const eventKinds = EVENT_KINDS as unknown as readonly EventKind<unknown, { userId: string }>[]

/** @throws Error for a kind that this version does not know */
export function findKind(name: string): NotificationKind {
  const kind = KINDS.find(one => one.name === name)
  if (!kind) throw new Error(`Unknown kind of notification: ${name}`)
  return kind
}
