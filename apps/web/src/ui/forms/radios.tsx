import type { Ref } from 'react'

interface Props<Value extends string> {
  readonly ref?: Ref<HTMLDivElement>
  readonly label: string
  readonly name: string
  readonly value: Value
  /** Values and their labels. */
  readonly options: readonly (readonly [Value, string])[]
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** A choice of one among a few. */
export function Radios<Value extends string>({
  ref,
  label,
  name,
  value,
  options,
  disabled,
  onChange,
}: Props<Value>) {
  return (
    <div ref={ref} role="radiogroup" aria-label={label} className="grid gap-1">
      {options.map(([option, text]) => (
        <label key={option} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            disabled={disabled}
            onChange={() => onChange(option)}
            className="size-5 shrink-0 accent-(--accent)"
          />
          {text}
        </label>
      ))}
    </div>
  )
}
