import { notificationsTexts } from '@refrain/messages/en/notifications'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { useToken } from '../account/session.ts'
import { Switch } from '../ui/forms/switch.tsx'
import { pushSettingQuery } from './notification-queries.ts'
import { type BrowserPermission, readPermission, watchPermission } from './permission.ts'
import { allowInThisBrowser, setPushSetting } from './update-settings.ts'

/** The setting for push notifications from artists, and whether this browser can show them. */
export function PushSwitch({ userId }: { readonly userId: string }) {
  const { data: on, isError } = useQuery(pushSettingQuery(useToken(), userId))
  return (
    <Switch
      label={notificationsTexts.push}
      text={notificationsTexts.pushText}
      on={on ?? (isError ? false : undefined)}
      onChange={wanted => void setPushSetting(userId, wanted)}
    >
      {on && <ThisBrowser />}
    </Switch>
  )
}

const NOTE = 'mt-2 text-sm text-quiet'

/** The setting holds for all devices of the listener; the permission only for this browser. */
function ThisBrowser() {
  const permission = useBrowserPermission()
  async function allow({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> {
    const control = currentTarget.parentElement?.querySelector('button')
    await allowInThisBrowser()
    // The focused button disappears with the answer.
    if (readPermission() !== 'default') control?.focus()
  }
  const isSupported = permission !== 'none' && 'PushManager' in window
  if (!isSupported) return <p className={NOTE}>{notificationsTexts.unsupported}</p>
  if (permission === 'granted') return null
  if (permission === 'default')
    return (
      <button type="button" className="button mt-3" onClick={allow}>
        {notificationsTexts.allow}
      </button>
    )
  return <p className={NOTE}>{notificationsTexts.blocked}</p>
}

/** The current notification permission of this browser. */
function useBrowserPermission(): BrowserPermission {
  return useSyncExternalStore(watchPermission, readPermission)
}
