import type { AppKeyKind } from '@refrain/contract/account/app-keys'
import { appsTexts } from '@refrain/messages/en/account/apps'
import { lazy, Suspense } from 'react'
import { loadPart } from '../../../ui/loading/load-part.ts'
import { CopyField } from './copy-field.tsx'
import { serverAddress } from './server-address.ts'

const QrCode = lazy(() => loadPart(() => import('./qr-code.tsx')))

interface Props {
  readonly kind: AppKeyKind
  readonly secret: string
  readonly username: string
  readonly onClose: () => void
}

/** What an app asks for, to copy or to scan. */
export function NewSecret({ kind, secret, username, onClose }: Props) {
  const isPassword = kind === 'password'
  const lines = isPassword ? [serverAddress(), username, secret] : [serverAddress(), secret]
  return (
    <>
      <div className="-mt-2 grid w-full gap-4">
        <CopyField label={appsTexts.server} value={serverAddress()} />
        {isPassword && <CopyField label={appsTexts.username} value={username} />}
        <CopyField label={isPassword ? appsTexts.password : appsTexts.apiKey} value={secret} isCode />
        <Suspense fallback={<div className="mx-auto size-44" />}>
          <QrCode text={lines.join('\n')} />
        </Suspense>
        <p className="text-sm text-quiet">{appsTexts.scan}</p>
      </div>
      <button type="button" className="button button-accent" onClick={onClose}>
        {appsTexts.done}
      </button>
    </>
  )
}
