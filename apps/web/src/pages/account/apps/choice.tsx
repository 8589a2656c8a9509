interface Props {
  readonly legend: string
  readonly name: string
  /** Value and label; the first is chosen at first. */
  readonly options: readonly (readonly [value: string, label: string])[]
}

/** Radio buttons. */
export function Choice({ legend, name, options }: Props) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {options.map(([value, label], at) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={at === 0}
            className="size-5 flex-none accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
