import { administrationTexts } from '@refrain/messages/en/administration'
import { commonTexts } from '@refrain/messages/en/common'
import { useId, useState } from 'react'
import { copyText } from '../../ui/browser/copy-text.ts'

/** Names and addresses that mean this machine on every machine. */
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

interface Props {
  readonly link: string
  readonly label: string
  readonly onClose: () => void
}

/** A link that is shown this once, to be copied and handed over. For dialogs. */
export function OneTimeLink({ link, label, onClose }: Props) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  const isLocal = LOOPBACK.test(new URL(link).hostname)
  return (
    <>
      <div className="-mt-2 w-full">
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {label}
        </label>
        <input
          id={id}
          readOnly
          value={link}
          className="field"
          onFocus={({ target }) => target.select()}
          aria-describedby={isLocal ? `${id}-local` : undefined}
        />
        {isLocal && (
          <p id={`${id}-local`} className="mt-2 text-sm text-quiet">
            {administrationTexts.localLink}
          </p>
        )}
      </div>
      <button type="button" className="button" onClick={onClose}>
        {administrationTexts.done}
      </button>
      <button
        type="button"
        className="button button-accent"
        onClick={() =>
          void copyText(link).then(
            () => setCopied(true),
            () => {},
          )
        }
      >
        {copied ? commonTexts.copied : administrationTexts.copyLink}
      </button>
    </>
  )
}
