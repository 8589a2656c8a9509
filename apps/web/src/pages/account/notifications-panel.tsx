import type { User } from '@refrain/contract/account/user'
import { notificationsTexts } from '@refrain/messages/en/notifications'
import { MailSwitch } from '../../notifications/mail-switch.tsx'
import { PushSwitch } from '../../notifications/push-switch.tsx'

/** The Notifications tab. */
export function NotificationsPanel({ user }: { readonly user: User }) {
  return (
    <section
      aria-label={notificationsTexts.notifications}
      className="grid gap-6 rounded-panel bg-raised p-4 sm:p-6"
    >
      <PushSwitch userId={user.id} />
      <MailSwitch userId={user.id} />
    </section>
  )
}
