import type { ChangeEvent, ComponentProps } from 'react'

type Pointer = Pick<ComponentProps<'input'>, 'onPointerDown' | 'onPointerUp' | 'onPointerCancel'>

interface Props extends Pointer {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number | 'any'
  readonly value: number
  /** The value in words, for screen readers. */
  readonly valueText: string
  readonly disabled?: boolean
  readonly onChange: (value: number) => void
  readonly className?: string
}

/** A styled range input. */
export function Slider({
  label,
  min,
  max,
  step,
  value,
  valueText,
  disabled = false,
  onChange,
  className = '',
  ...pointer
}: Props) {
  const filled = `${((value - min) / (max - min)) * 100}%`
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      aria-disabled={disabled || undefined}
      className={`slider ${className}`}
      ref={element => element?.style.setProperty('--filled', filled)}
      {...{ min, max, step, value, ...pointer }}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.valueAsNumber)}
    />
  )
}
