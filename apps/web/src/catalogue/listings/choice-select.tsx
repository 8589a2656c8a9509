interface Props {
  readonly label: string
  readonly value: string
  /** Values and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

/** A choice of one among many, in the browser's own list: it suits fingers and keys. */
export function ChoiceSelect({ label, value, options, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      data-chosen={value !== '' || undefined}
      onChange={event => onChange(event.currentTarget.value)}
      className="choice"
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
