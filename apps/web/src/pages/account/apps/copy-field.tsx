import { appsTexts } from '@refrain/messages/en/account/apps'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { copyText } from '../../../ui/browser/copy-text.ts'

interface Props {
  readonly label: string
  readonly value: string
  /** Distinguishes letters that look alike. */
  readonly isCode?: boolean
}

/** A text to take elsewhere, with a button that copies it. */
export function CopyField({ label, value, isCode }: Props) {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  const copy = () =>
    void copyText(value).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          readOnly
          value={value}
          className={`field pr-12 ${isCode ? 'font-mono text-xs' : ''}`}
          onFocus={({ target }) => target.select()}
        />
        <button
          type="button"
          aria-label={isCopied ? appsTexts.copied({ label }) : appsTexts.copy({ label })}
          className="icon-button absolute inset-y-0 right-1 my-auto"
          onClick={copy}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  )
}
