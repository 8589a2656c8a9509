import type { Passkey } from '@refrain/contract/account/passkeys'
import { securityTexts } from '@refrain/messages/en/account/security'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { formatDistance } from '../../../administration/format-facts.ts'

interface Props {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

/** A passkey with its buttons. */
export function PasskeyRow({ passkey, onRename, onRemove }: Props) {
  const { name, createdAt, lastUsedAt, worksHere } = passkey
  const used =
    lastUsedAt === null
      ? securityTexts.neverUsed
      : securityTexts.lastUsed({ time: formatDistance(lastUsedAt) })
  const facts = [securityTexts.added({ time: formatDistance(createdAt) }), used]
  return (
    <li className="flex max-[16rem]:flex-wrap items-center gap-4 border-t border-line py-3 first:border-0">
      <Fingerprint aria-hidden className="size-6 flex-none text-quiet" />
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-sm text-quiet">
          {[...facts, ...(worksHere ? [] : [securityTexts.passkeyElsewhere])].join(' · ')}
        </p>
      </div>
      <div className="-mr-3 flex flex-none">
        <button
          type="button"
          aria-label={securityTexts.renamePasskey({ name })}
          className="icon-button size-11"
          onClick={onRename}
        >
          <Pencil aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          aria-label={securityTexts.removePasskey({ name })}
          className="icon-button size-11"
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    </li>
  )
}
