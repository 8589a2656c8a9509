import { useId } from 'react'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly text: string
}

interface Props<Value extends string> {
  /** Name of the group. */
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** Choices with a description each, of which one applies. */
export function RadioChoices<Value extends string>({ label, choices, chosen, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="-mx-2 grid sm:-mx-3">
      {choices.map(({ value, label, text }) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-cover px-2 py-2.5 hover:bg-hover sm:px-3"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            className="mt-0.5 size-4 flex-none appearance-none rounded-full border border-(--field-line) bg-(--field) checked:border-5 checked:border-accent forced-colors:appearance-auto"
            onChange={() => onChoose(value)}
          />
          <span>
            <span className="block text-sm font-semibold">{label}</span>
            <span className="block text-sm text-quiet">{text}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
