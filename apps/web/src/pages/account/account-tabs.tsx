import type { User } from '@refrain/contract/account/user'
import { accountTexts } from '@refrain/messages/en/account'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { Tabs } from 'radix-ui'
import { type ComponentType, useState } from 'react'
import { fadeEdges } from '../../ui/scrolling/fade-edges.ts'
import { AccountPanel } from './account-panel.tsx'
import { AppsPanel } from './apps/apps-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import '../../ui/styles/tabs.css'

interface Tab {
  readonly name: string
  /** When it is rendered: the language is known by then. */
  readonly label: () => string
  readonly Panel: ComponentType<{ readonly user: User }>
}

const TABS: readonly Tab[] = [
  { name: 'account', label: () => accountTexts.account, Panel: AccountPanel },
  { name: 'password', label: () => accountTexts.password, Panel: PasswordPanel },
  { name: 'notifications', label: () => accountTexts.notifications, Panel: NotificationsPanel },
  { name: 'apps', label: () => appsTexts.apps, Panel: AppsPanel },
]

export function AccountTabs({ user }: { readonly user: User }) {
  const [open, setOpen] = useState<string>('account')
  return (
    <Tabs.Root value={open} onValueChange={setOpen}>
      <Tabs.List ref={fadeEdges} aria-label={accountTexts.myAccount} className="tabs tabs-scroll">
        {TABS.map(({ name, label }) => (
          <Tabs.Trigger key={name} value={name} className="tab">
            {label()}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map(({ name, Panel }) => (
        <Tabs.Content key={name} value={name} className="mt-4 grid grid-cols-1 gap-4 rounded-panel">
          <Panel user={user} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
