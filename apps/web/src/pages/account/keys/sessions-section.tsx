import type { OwnSession } from '@refrain/contract/account/own-sessions'
import { securityTexts } from '@refrain/messages/en/account/security'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { endOne, endOthers, sessionsQuery } from '../../../account/keys/own-sessions.ts'
import { useToken } from '../../../account/session.ts'
import { formatDistance } from '../../../administration/format-facts.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Section } from '../section.tsx'

const PHONES = ['Android', 'iPhone', 'iPad']

/** Where the listener is signed in, this device first. */
export function SessionsSection() {
  const { data } = useQuery(sessionsQuery(useToken()))
  const sessions = data?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <Section title={securityTexts.sessions} text={securityTexts.sessionsText}>
      {sessions === undefined && <Spinner className="mx-auto size-6" />}
      <ul className="grid">
        {sessions?.map(session => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <button type="button" className="button mt-4" onClick={() => void endOthers()}>
          {securityTexts.logOutOthers}
        </button>
      )}
    </Section>
  )
}

function Row({ session }: { readonly session: OwnSession }) {
  const id = useId()
  const [isEnding, setEnding] = useState(false)
  const { network, isCurrent, lastUsedAt, system } = session
  const Icon = PHONES.includes(system) ? Smartphone : Monitor
  const time = securityTexts.lastUsed({ time: formatDistance(lastUsedAt) })
  async function end(): Promise<void> {
    if (isEnding) return
    setEnding(true)
    await endOne(session.id)
    setEnding(false)
  }
  return (
    <li className="flex items-center gap-4 border-t border-line py-3 first:border-0">
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
