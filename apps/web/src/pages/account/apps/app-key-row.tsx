import type { AppKey } from '@refrain/contract/account/app-keys'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { useId, useState } from 'react'
import { disconnectApp } from '../../../account/apps/app-keys.ts'
import { formatDistance } from '../../../administration/format-facts.ts'
import { RemovalDialog } from '../removal-dialog.tsx'

interface Props {
  readonly appKey: AppKey
  /** Called once it is disconnected; the row goes away. */
  readonly onDisconnected: () => void
}

/** A connected app. */
export function AppKeyRow({ appKey, onDisconnected }: Props) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const { name, kind, scope, lastUsedAt, lastClient, lastNetwork } = appKey
  const used =
    lastUsedAt === null ? appsTexts.neverUsed : appsTexts.lastUsed({ time: formatDistance(lastUsedAt) })
  const facts = [lastClient, used, lastNetwork, appsTexts[scope], kind === 'apiKey' ? appsTexts.apiKey : '']
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-4 border-t border-line py-3 first:border-0">
      <div className="min-w-0 grow">
        <p id={id} className="truncate font-semibold">
          {name}
        </p>
        <p className="text-sm text-quiet [overflow-wrap:anywhere]">
          {facts.filter(fact => fact !== '').join(' · ')}
        </p>
      </div>
      <button type="button" aria-describedby={id} className="button flex-none" onClick={() => setAsked(true)}>
        {appsTexts.disconnect}
      </button>
      {isAsked && (
        <RemovalDialog
          title={appsTexts.disconnectQuestion({ name })}
          text={appsTexts.disconnectText}
          label={appsTexts.disconnect}
          remove={() => disconnectApp(appKey.id)}
          onClose={() => setAsked(false)}
          onRemoved={onDisconnected}
        />
      )}
    </li>
  )
}
