import { type ReactNode, useId } from 'react'
import './switch.css'

interface Props {
  readonly label: string
  /** What being on means, below the label. */
  readonly text: string
  /** Undefined until known: shown as off and disabled. */
  readonly on: boolean | undefined
  /** Shown as it is, but cannot be changed. */
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
  /** Further notes, below. */
  readonly children?: ReactNode
}

export function Switch({ label, text, on, disabled = false, onChange, children }: Props) {
  const id = useId()
  const canChange = on !== undefined && !disabled
  return (
    <div>
      <label className="switch-row">
        <span>
          <span id={id} className="block font-semibold">
            {label}
          </span>
          <span id={`${id}text`} className="block text-pretty text-sm text-quiet">
            {text}
          </span>
        </span>
        <button
          type="button"
          role="switch"
          aria-checked={on === true}
          aria-labelledby={id}
          aria-describedby={`${id}text`}
          aria-disabled={!canChange || undefined}
          className="switch"
          onClick={canChange ? () => onChange(!on) : undefined}
        />
      </label>
      {children}
    </div>
  )
}
