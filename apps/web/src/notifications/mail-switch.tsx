import { notificationsTexts } from '@refrain/messages/en/notifications'
import { useQuery } from '@tanstack/react-query'
import { useToken } from '../account/session.ts'
import { Switch } from '../ui/forms/switch.tsx'
import { emailSettingQuery } from './notification-queries.ts'
import { setEmailSetting } from './update-settings.ts'

/** The setting for email about artists and music. */
export function MailSwitch({ userId }: { readonly userId: string }) {
  const { data: on, isError } = useQuery(emailSettingQuery(useToken(), userId))
  return (
    <Switch
      label={notificationsTexts.emails}
      text={notificationsTexts.emailsText}
      on={on ?? (isError ? false : undefined)}
      onChange={wanted => void setEmailSetting(userId, wanted)}
    />
  )
}
