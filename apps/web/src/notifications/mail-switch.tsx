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
      label="Emails about artists and music"
      text="New albums by artists you follow, once a day at most."
      on={on ?? (isError ? false : undefined)}
      onChange={wanted => void setEmailSetting(userId, wanted)}
    />
  )
}
