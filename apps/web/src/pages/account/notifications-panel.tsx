import type { User } from '@refrain/contract/account/user'
import { securityTexts } from '@refrain/messages/en/account/security'
import { notificationsTexts } from '@refrain/messages/en/notifications'
import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../account/keys/email.ts'
import { useToken } from '../../account/session.ts'
import { configurationQuery } from '../../api/configuration-query.ts'
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
      <UnverifiedNote />
    </section>
  )
}

/** Why emails do not arrive. */
function UnverifiedNote() {
  const { data: keys } = useQuery(keysQuery(useToken()))
  const { data: configuration } = useQuery(configurationQuery)
  if (!configuration?.sendsEmail || keys?.isEmailVerified !== false) return null
  return <p className="text-sm text-quiet">{securityTexts.confirmFirst}</p>
}
