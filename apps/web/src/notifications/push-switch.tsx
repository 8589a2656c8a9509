import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useToken } from '../account/session.ts'
import { Switch } from '../ui/forms/switch.tsx'
import { pushQuery } from './notification-queries.ts'
import { readPermission } from './permission.ts'
import { allowInThisBrowser, setPush } from './update-settings.ts'
import { useBrowserPermission } from './use-browser-permission.ts'

/** Switches push notifications from artists (NOT-04, PROP-30), and says where this browser does not show them. */
export function PushSwitch({ userId }: { readonly userId: string }) {
  const { data: on, isError } = useQuery(pushQuery(useToken(), userId))
  return (
    <Switch
      label="Push notifications from artists"
      text="When an artist you follow has a new album."
      on={on ?? (isError ? false : undefined)}
      onChange={wanted => void setPush(userId, wanted)}
    >
      {on && <ThisBrowser />}
    </Switch>
  )
}

/** The wish is of the listener, on every device; what a browser shows is up to each. */
function ThisBrowser() {
  const permission = useBrowserPermission()
  async function allow({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> {
    const control = currentTarget.parentElement?.querySelector('button')
    await allowInThisBrowser()
    // With the answer this button goes, and the focus with it.
    if (readPermission() !== 'default') control?.focus()
  }
  const able = permission !== 'none' && 'PushManager' in window
  if (able && permission === 'granted') return null
  if (able && permission === 'default')
    return (
      <button type="button" className="button mt-3" onClick={allow}>
        Show them in this browser
      </button>
    )
  return <p className="mt-2 text-sm text-quiet">This browser does not show them.</p>
}
