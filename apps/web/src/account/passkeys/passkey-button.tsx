import { Fingerprint } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Spinner } from '../../ui/loading/spinner.tsx'

interface Props extends ComponentProps<'button'> {
  readonly children: string
  readonly busy: boolean
}

/** A button that asks the browser for a passkey; keeps its width and the focus while busy. */
export function PasskeyButton({ children, busy, className = '', ...button }: Props) {
  return (
    <button
      type="button"
      {...button}
      aria-disabled={busy || undefined}
      className={`button relative w-full ${className}`}
    >
      <span className={`flex items-center gap-2.5 ${busy ? 'opacity-0' : ''}`}>
        <Fingerprint aria-hidden className="size-5" />
        {children}
      </span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  )
}
