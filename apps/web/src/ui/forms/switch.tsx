import { type ReactNode, useId } from 'react'
import './switch.css'

interface Props {
  readonly label: string
  /** What being on means. */
  readonly text: string
  /** Undefined until it is known: it is shown off, and cannot be pressed. */
  readonly on: boolean | undefined
  readonly onChange: (on: boolean) => void
  /** What more there is to say of it, below. */
  readonly children?: ReactNode
}

/** Something that is on or off; on from the moment it is pressed. */
export function Switch({ label, text, on, onChange, children }: Props) {
  const id = useId()
  const known = on !== undefined
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
          aria-disabled={!known || undefined}
          className="switch"
          onClick={known ? () => onChange(!on) : undefined}
        />
      </label>
      {children}
    </div>
  )
}
