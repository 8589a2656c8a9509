import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { Tabs } from 'radix-ui'
import { type ComponentType, useState } from 'react'
import { AccountPanel } from './account-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import '../../ui/styles/tabs.css'

interface Tab {
  /** Key of its text. */
  readonly name: 'account' | 'password' | 'notifications'
  readonly Panel: ComponentType<{ readonly user: User }>
}

const TABS: readonly Tab[] = [
  { name: 'account', Panel: AccountPanel },
  { name: 'password', Panel: PasswordPanel },
  { name: 'notifications', Panel: NotificationsPanel },
]

export function AccountTabs({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<string>('account')
  return (
    <Tabs.Root value={open} onValueChange={setOpen}>
      <Tabs.List aria-label={accountTexts.myAccount} className="tabs">
        {TABS.map(({ name }) => (
          <Tabs.Trigger key={name} value={name} className="tab">
            {accountTexts[name]}
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
