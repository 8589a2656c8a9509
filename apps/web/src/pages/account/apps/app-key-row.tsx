import type { AppKey } from '@refrain/contract/account/app-keys'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { useId, useState } from 'react'
import { disconnectApp } from '../../../account/apps/app-keys.ts'
import { formatDistance } from '../../../administration/format-facts.ts'

/** A connected app. */
export function AppKeyRow({ appKey }: { readonly appKey: AppKey }) {
  const id = useId()
  const [isEnding, setEnding] = useState(false)
  const { name, kind, scope, lastUsedAt, lastClient } = appKey
  const used =
    lastUsedAt === null ? appsTexts.neverUsed : appsTexts.lastUsed({ time: formatDistance(lastUsedAt) })
  const facts = [lastClient, used, appsTexts[scope], kind === 'apiKey' ? appsTexts.apiKey : '']
  async function end(): Promise<void> {
    if (isEnding) return
    setEnding(true)
    await disconnectApp(appKey.id).catch(() => setEnding(false))
  }
  return (
    <li className="flex items-center gap-4 border-t border-line py-3 first:border-0">
      <div className="min-w-0 grow">
        <p id={id} className="truncate font-semibold">
          {name}
        </p>
        <p className="text-sm text-quiet [overflow-wrap:anywhere]">
          {facts.filter(fact => fact !== '').join(' · ')}
        </p>
      </div>
      <button
        type="button"
        aria-describedby={id}
        aria-disabled={isEnding || undefined}
        className="button flex-none"
        onClick={() => void end()}
      >
        {appsTexts.disconnect}
      </button>
    </li>
  )
}
