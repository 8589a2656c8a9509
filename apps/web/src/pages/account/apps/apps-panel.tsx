import type { User } from '@refrain/contract/account/user'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { appKeysQuery, disconnectAllApps } from '../../../account/apps/app-keys.ts'
import { useToken } from '../../../account/session.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import { Section } from '../section.tsx'
import { AppKeyRow } from './app-key-row.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { CopyField } from './copy-field.tsx'
import { serverAddress } from './server-address.ts'

/** The Apps tab: what apps need to connect, and the keys of those that are connected. */
export function AppsPanel({ user }: { readonly user: User }) {
  const { data } = useQuery(appKeysQuery(useToken()))
  const [isConnecting, setConnecting] = useState(false)
  const connected = useRef<HTMLHeadingElement>(null)
  const focusList = () => connected.current?.focus()
  if (data && !data.isOffered) return <Section title={appsTexts.title} text={appsTexts.switchedOff} />
  return (
    <>
      <Section title={appsTexts.title} text={appsTexts.about}>
        {data?.isExposed && <ExposedWarning />}
        <div className="grid grid-cols-1 gap-4">
          <CopyField label={appsTexts.server} value={serverAddress()} />
          <CopyField label={appsTexts.username} value={user.email} />
        </div>
        <button type="button" className="button button-accent mt-5" onClick={() => setConnecting(true)}>
          <KeyRound aria-hidden className="size-5" />
          {appsTexts.connect}
        </button>
        {isConnecting && <ConnectDialog user={user} onClose={() => setConnecting(false)} />}
      </Section>
      <Section
        titleRef={connected}
        title={appsTexts.connected}
        {...(data?.keys.length === 0 && { text: appsTexts.none })}
      >
        {data === undefined && <Spinner className="mx-auto size-6" />}
        {data && data.keys.length > 0 && (
          <ul className="-mt-3 grid grid-cols-1">
            {data.keys.map(key => (
              <AppKeyRow key={key.id} appKey={key} onDisconnected={focusList} />
            ))}
          </ul>
        )}
        {data && data.keys.length > 1 && <DisconnectAll onDisconnected={focusList} />}
      </Section>
    </>
  )
}

function DisconnectAll({ onDisconnected }: { readonly onDisconnected: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button type="button" className="button mt-4" onClick={() => setAsked(true)}>
        {appsTexts.disconnectAll}
      </button>
      {isAsked && (
        <RemovalDialog
          title={appsTexts.disconnectAllQuestion}
          text={appsTexts.disconnectAllText}
          label={appsTexts.disconnect}
          remove={disconnectAllApps}
          onClose={() => setAsked(false)}
          onRemoved={onDisconnected}
        />
      )}
    </>
  )
}

function ExposedWarning() {
  return (
    <p role="note" className="mb-4 flex gap-3 rounded-panel border border-line p-3 text-sm">
      <TriangleAlert aria-hidden className="size-5 flex-none" />
      {appsTexts.exposed}
    </p>
  )
}
