import type { User } from '@refrain/contract/account/user'
import { Tabs } from 'radix-ui'
import { type ComponentType, useState } from 'react'
import { AccountPanel } from './account-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import './account-tabs.css'

const TABS: readonly { readonly name: string; readonly Panel: ComponentType<{ readonly user: User }> }[] = [
  { name: 'Account', Panel: AccountPanel },
  { name: 'Password', Panel: PasswordPanel },
  { name: 'Notifications', Panel: NotificationsPanel },
]

export function AccountTabs({ user }: { readonly user: User }) {
  const [open, setOpen] = useState('Account')
  return (
    <Tabs.Root value={open} onValueChange={setOpen}>
      <Tabs.List aria-label="My Account" className="account-tabs">
        {TABS.map(({ name }) => (
          <Tabs.Trigger key={name} value={name} className="account-tab">
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map(({ name, Panel }) => (
        <Tabs.Content key={name} value={name} className="mt-4 grid gap-4 rounded-panel">
          <Panel user={user} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
