import type { OwnSession } from '@refrain/contract/account/own-sessions'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { appKeysQuery, disconnectAllApps } from '../../../account/apps/app-keys.ts'
import { endOne, endOthers, sessionsQuery } from '../../../account/keys/own-sessions.ts'
import { useToken } from '../../../account/session.ts'
import { formatDistance } from '../../../administration/format-facts.ts'
import { errorText } from '../../../api/error-text.ts'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Section } from '../section.tsx'

const PHONES = ['Android', 'iPhone', 'iPad']

/** Where the listener is signed in, this device first. */
export function SessionsSection() {
  const { data } = useQuery(sessionsQuery(useToken()))
  const sessions = data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  const heading = useRef<HTMLHeadingElement>(null)
  const { showError, toast } = useErrorToast()

  /** @param change removes the button that was pressed */
  async function end(change: () => Promise<void>): Promise<void> {
    try {
      await change()
      heading.current?.focus()
    } catch (error) {
      showError(errorText(error))
    }
  }
  return (
    <Section titleRef={heading} title={securityTexts.sessions} text={securityTexts.sessionsText}>
      {sessions === undefined && <Spinner className="mx-auto size-6" />}
      <ul className="grid grid-cols-1">
        {sessions?.map(session => (
          <Row key={session.id} session={session} onEnd={() => end(() => endOne(session.id))} />
        ))}
      </ul>
      {sessions && sessions.length > 1 && <LogOutOthers onEnd={end} />}
      {toast}
    </Section>
  )
}

/** Apps sign in with keys of their own: whoever shuts out a stranger wants them disconnected too. */
function LogOutOthers({ onEnd }: { readonly onEnd: (change: () => Promise<void>) => Promise<void> }) {
  const { data: apps } = useQuery(appKeysQuery(useToken()))
  const hasApps = apps !== undefined && apps.keys.length > 0
  const [disconnects, setDisconnects] = useState(true)
  async function logOut(): Promise<void> {
    // Apps first: the button goes away with the other sessions.
    if (hasApps && disconnects) await disconnectAllApps()
    await endOthers()
  }
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      {hasApps && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={disconnects}
            onChange={event => setDisconnects(event.target.checked)}
            className="size-5 flex-none accent-accent"
          />
          {appsTexts.disconnectMine}
        </label>
      )}
      <button type="button" className="button" onClick={() => void onEnd(logOut)}>
        {securityTexts.logOutOthers}
      </button>
    </div>
  )
}

interface RowProps {
  readonly session: OwnSession
  readonly onEnd: () => Promise<void>
}

function Row({ session, onEnd }: RowProps) {
  const id = useId()
  const [isEnding, setEnding] = useState(false)
  const { network, isCurrent, lastUsedAt, system } = session
  const Icon = PHONES.includes(system) ? Smartphone : Monitor
  const time = securityTexts.lastUsed({ time: formatDistance(lastUsedAt) })
  async function end(): Promise<void> {
    if (isEnding) return
    setEnding(true)
    await onEnd()
    setEnding(false)
  }
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-4 border-t border-line py-3 first:border-0">
      <Icon aria-hidden className="size-6 flex-none text-quiet" />
      <div className="min-w-0 grow">
        <p id={id} className="truncate font-semibold">
          {nameOf(session)}
        </p>
        <p className="text-sm text-quiet">
          {[isCurrent ? securityTexts.thisDevice : time, network].filter(part => part !== '').join(' · ')}
        </p>
      </div>
      {!isCurrent && (
        <button
          type="button"
          aria-describedby={id}
          aria-disabled={isEnding || undefined}
          className="button flex-none"
          onClick={() => void end()}
        >
          {securityTexts.logOut}
        </button>
      )}
    </li>
  )
}

function nameOf({ browser, system }: OwnSession): string {
  if (browser !== '' && system !== '') return securityTexts.browserOn({ browser, system })
  return browser || system || securityTexts.unknownDevice
}
